import { Badge, Button, Group, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Room, RoomBoard, RoomDraft, RoomGuest } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { useChange } from '../../ui/change.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { formsQuery } from '../forms/queries.ts';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useDraggedPerson, useDropPlace } from './dragging.ts';
import { DraftCard } from './draft-card.tsx';
import { createRooms, draftRooms, exportHotelList, placeGuest, removeRoom, roomsQuery, undoStep } from './queries.ts';
import type { Placing } from './queries.ts';
import { RoomChoice } from './room-choice.tsx';
import { RoomDialog } from './room-dialog.tsx';
import { RoomFields } from './room-fields.tsx';
import type { RoomValues } from './room-fields.tsx';
import { namesFrom, roomsOfPeople, takenIn } from './rooms.ts';
import styles from './rooms.module.css';
import { useNames } from '../roster/namesakes.ts';

export const loadRoomsPage = loadManaged('edit', ({ load, params: { pid } }) =>
  Promise.all([load(roomsQuery(pid)), load(formsQuery(pid))]),
);

/** Who sleeps where: rooms, and people who asked for a bed. */
export function RoomsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const board = useQuery({ ...roomsQuery(pid), enabled: project.rights.edit });
  usePageTitle(`${t('manage.parts.rooms')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <Loaded query={board}>
      {(found) => <Board project={project} board={found} canEdit={project.state !== 'archived'} />}
    </Loaded>
  );
}

type BoardProps = { project: Project; board: RoomBoard; canEdit: boolean };

function Board({ project, board, canEdit }: BoardProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const [draft, setDraft] = useState<RoomDraft>();
  const [edited, setEdited] = useState<Room>();
  const [moved, setMoved] = useState<string>();
  const roomOf = roomsOfPeople(board);
  const guests = new Map(board.people.map((guest) => [guest.uid, guest]));
  const place = useChange(placeGuest(pid));
  const undo = useChange(undoStep(pid), { message: () => t('rooms.undone') });
  const propose = useChange(draftRooms(pid), { onDone: (_, made) => setDraft(made) });
  const move = (uid: string, room: string | null) => {
    const from = roomOf.get(uid)?.id ?? null;
    setMoved(undefined);
    if (canEdit && from !== room) place.mutate({ uid, room, from });
  };
  const waiting = board.people.filter(({ uid }) => roomOf.get(uid) === null);
  const onMove = (placing: Placing) => {
    setMoved(placing.uid);
    place.mutate(placing);
  };
  const nameOf = useNames(pid, board.people);
  const card = { board, nameOf, guests, canEdit, moved, onMove };
  const failed = [place, undo, propose].find(({ isError }) => isError);
  return (
    <>
      <PageHead title={t('manage.parts.rooms')} help={t('rooms.lead')}>
        {canEdit && board.undo !== null ? (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(board.undo?.id ?? '')}>
            {t('rooms.undo')}
          </Button>
        ) : null}
        <HotelLists pid={pid} />
        {canEdit && waiting.length > 0 && board.rooms.length > 0 ? (
          <Button loading={propose.isPending} onClick={() => propose.mutate()}>
            {t('rooms.propose')}
          </Button>
        ) : null}
      </PageHead>
      <Stack gap="lg">
        {failed?.error == null ? null : <OrganiserProblem error={failed.error} />}
        {draft === undefined ? null : (
          <DraftCard project={project} board={board} draft={draft} onClose={() => setDraft(undefined)} />
        )}
        {canEdit && board.rooms.length === 0 ? <NewRooms project={project} nights={board.nights} /> : null}
        <div className={styles.halves}>
          <Waiting waiting={waiting} {...{ board, nameOf, canEdit, moved, onMove }} onDrop={(uid) => move(uid, null)} />
          <div className={styles.board}>
            {board.rooms.map((room) => (
              <RoomCard
                key={room.id}
                room={room}
                {...card}
                onDrop={(uid) => move(uid, room.id)}
                onEdit={() => setEdited(room)}
              />
            ))}
          </div>
        </div>
        {canEdit && board.rooms.length > 0 ? <NewRooms project={project} nights={board.nights} /> : null}
      </Stack>
      {edited === undefined ? null : (
        <RoomDialog
          project={project}
          room={edited}
          nights={board.nights}
          remove={removeRoom(pid)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** One for each form about beds that shares what a hotel asks for. */
function HotelLists({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const forms = useQuery(formsQuery(pid)).data ?? [];
  return forms
    .filter(({ kind, passes_on: shared }) => kind === 'accommodation' && shared.includes('real_profile'))
    .map(({ form, title }) => (
      <DownloadButton
        key={form}
        name={`${pid}-rooms.csv`}
        text={t('rooms.hotelList')}
        label={t('rooms.hotelListOf', { title })}
        variant="default"
        load={exportHotelList(pid, form)}
      />
    ));
}

type CardProps = {
  board: RoomBoard;
  nameOf: (person: RoomGuest) => string;
  guests: ReadonlyMap<string, RoomGuest>;
  canEdit: boolean;
  /** Who was moved last without dragging. */
  moved: string | undefined;
  onMove: (placing: Placing) => void;
  onDrop: (uid: string) => void;
};

type WaitingProps = Omit<CardProps, 'guests'> & { waiting: readonly RoomGuest[] };

function Waiting({ waiting, board, nameOf, canEdit, moved, onMove, onDrop }: WaitingProps) {
  const { t } = useTranslation();
  const ref = useDropPlace<HTMLElement>(onDrop);
  return (
    <section
      ref={ref}
      className={`muster-surface ${styles.place ?? ''} ${styles.waiting ?? ''}`}
      aria-labelledby="without-bed"
    >
      <Title order={2} size="h4" id="without-bed">
        {t('rooms.without', { count: waiting.length })}
      </Title>
      {board.people.length === 0 ? <Text c="dimmed">{t('rooms.nobodyAsked')}</Text> : null}
      <ul className={`muster-plain-list ${styles.board ?? ''}`}>
        {waiting.map((guest) => (
          <Person key={guest.uid} guest={guest} room={null} {...{ board, nameOf, canEdit, moved, onMove }} />
        ))}
      </ul>
    </section>
  );
}

type RoomCardProps = CardProps & { room: Room; onEdit: () => void };

function RoomCard({ room, board, nameOf, guests, canEdit, moved, onMove, onDrop, onEdit }: RoomCardProps) {
  const { t, i18n } = useTranslation();
  const ref = useDropPlace<HTMLElement>(onDrop);
  const taken = takenIn(room);
  const [first = '', last = ''] = [room.nights[0], room.nights.at(-1)];
  return (
    <section ref={ref} className={`muster-surface ${styles.place ?? ''}`} aria-label={room.name}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h5" className="muster-breaks">
            {room.name}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`rooms.kinds.${room.kind}`)} ·{' '}
            {t('rooms.nights', {
              from: formatDay(first, i18n.language),
              to: formatDay(last, i18n.language),
            })}
          </Text>
        </div>
        <Badge color={taken === room.beds ? 'green' : 'gray'} variant="light" flex="none">
          {t('rooms.beds', { taken, count: room.beds })}
        </Badge>
      </Group>
      <ul className="muster-plain-list">
        {room.people.map(({ uid, nights }) => {
          const guest = guests.get(uid);
          return guest === undefined ? null : (
            <Person
              key={uid}
              guest={guest}
              room={room}
              nights={nights}
              {...{ board, nameOf, canEdit, moved, onMove }}
            />
          );
        })}
      </ul>
      {canEdit ? (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-label={t('rooms.editWhat', { name: room.name })}
          onClick={onEdit}
        >
          {t('rooms.edit')}
        </Button>
      ) : null}
    </section>
  );
}

type PersonProps = {
  guest: RoomGuest;
  room: Room | null;
  nights?: readonly string[];
  board: RoomBoard;
  nameOf: (person: RoomGuest) => string;
  canEdit: boolean;
  moved: string | undefined;
  onMove: (placing: Placing) => void;
};

/** Can be dragged; the list of rooms does the same for the keyboard and on a phone. */
function Person({ guest, room, nights, board, nameOf, canEdit, moved, onMove }: PersonProps) {
  const { t, i18n } = useTranslation();
  const ref = useDraggedPerson<HTMLLIElement>(guest.uid);
  const name = nameOf(guest);
  const mates = guest.mates.flatMap((uid) => board.people.find((one) => one.uid === uid) ?? []);
  const wanted = guest.nights ?? [];
  const isPart = room !== null && nights !== undefined && wanted.length > nights.length;
  const shown = isPart ? nights : wanted;
  return (
    <li ref={ref} className={styles.person}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={500} className="muster-breaks">
          {name}
        </Text>
        {guest.problem === null ? null : (
          <Badge color="red" variant="light">
            {t(`rooms.problems.${guest.problem}`)}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          ...guest.teams,
          ...(shown.length === 0 ? [] : [t('rooms.nightCount', { count: shown.length })]),
          ...(room === null
            ? [
                formatList(
                  guest.kinds.map((kind) => t(`rooms.kinds.${kind}`)),
                  i18n.language,
                ),
              ]
            : []),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </Text>
      {mates.length === 0 ? null : (
        <Text size="sm">
          {t('rooms.mates', {
            names: formatList(mates.map(nameOf), i18n.language),
          })}
        </Text>
      )}
      {canEdit && board.rooms.length > 0 ? (
        <RoomChoice
          {...{ guest, name, room }}
          isMoved={moved === guest.uid}
          rooms={board.rooms}
          onChoose={(id) => onMove({ uid: guest.uid, room: id, from: room?.id ?? null })}
        />
      ) : null}
    </li>
  );
}

const maxAtOnce = 200;

function NewRooms({ project, nights }: { project: Project; nights: readonly string[] }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<RoomValues>();
  const [count, setCount] = useState(1);
  const add = useChange(createRooms(project.pid), {
    message: (rooms) => t('rooms.added', { count: rooms.length }),
    onDone: () => setName(''),
  });
  const values: RoomValues = chosen ?? { beds: 2, kind: 'mixed', nights };
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="new-rooms">
      <Title order={2} size="h4" mb="sm" id="new-rooms">
        {t('rooms.new')}
      </Title>
      {nights.length === 0 ? <Text>{t('rooms.noForm')}</Text> : null}
      <form
        hidden={nights.length === 0}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(
            namesFrom(name.trim(), count).map((one) => ({ name: one, ...values, nights: [...values.nights] })),
          );
        }}
      >
        <Stack gap="sm" maw="28rem">
          <TextInput
            label={t('rooms.name')}
            description={t('rooms.nameHint')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={90}
            required
          />
          <RoomFields values={values} nights={nights} onChange={setChosen} />
          <NumberInput
            label={t('rooms.howMany')}
            value={count}
            onChange={(value) => setCount(Math.max(1, Math.round(Number(value) || 1)))}
            min={1}
            max={maxAtOnce}
            allowDecimal={false}
          />
          {add.isError ? <OrganiserProblem error={add.error} /> : null}
          <Group>
            <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || values.nights.length === 0}>
              {t('rooms.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
