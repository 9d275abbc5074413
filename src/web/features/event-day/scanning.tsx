import { Button, Group, NativeSelect, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskPerson, DeskThing } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { AnswerPanel } from './answer-panel.tsx';
import type { DoneStep } from './answer-panel.tsx';
import { Camera } from './camera.tsx';
import { gateSteps, isGateStep, modeOf, takesBack, thingsNamed, thingWith, typedIn } from './day.ts';
import type { Answer, Condition, Day, Step } from './day.ts';
import { ConditionChoice, ThingList, UndoButtons, useVariantName, VariantChoice } from './handing-out.tsx';
import styles from './desk.module.css';
import type { useDesk } from './use-desk.ts';
import type { Variant } from './variants.ts';

type Desk = Pick<ReturnType<typeof useDesk>, 'scan' | 'identify' | 'takeBack' | 'undo' | 'last'>;
type Who = { code: string } | { uid: string };

/** The first half of a loan: who borrows, or what. */
type Half = { person: { uid: string; name: string } } | { thing: DeskThing };

/** What was scanned last, to choose another variant for the same person. */
type Scanned = { who: Who; step: Step; answer: Answer };

export function Scanning({ day, desk }: { day: Day; desk: Desk }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('arrive');
  const [shown, setShown] = useState<Partial<Scanned> & { answer: Answer }>();
  const [half, setHalf] = useState<Half>();
  const [condition, setCondition] = useState<Condition>('ok');
  const [isLoud, setLoud] = useState(true);
  const [reason, setReason] = useState('');
  const mode = modeOf(day, wanted);
  const handOut = day.handOuts.find(({ id }) => id === mode);
  const isLoan = handOut?.kind === 'loan';
  const variantName = useVariantName(handOut);
  const tell = useCallback(
    (next: Partial<Scanned> & { answer: Answer }) => {
      setShown(next);
      setHalf(undefined);
      if (isLoud) signal(next.answer.result === 'accepted');
    },
    [isLoud],
  );
  const choose = (next: string) => {
    setWanted(next);
    setShown(undefined);
    setHalf(undefined);
  };

  const stepFor = useCallback(
    (more: { thing?: DeskThing; variant?: Variant } = {}): Step => {
      const given = reason.trim();
      if (mode === 'arrive' || mode === 'leave' || isGateStep(mode)) return { step: mode };
      return {
        step: 'hand_out',
        handOut: more.thing?.hand_out ?? mode,
        ...(given === '' ? {} : { reason: given }),
        ...more,
      };
    },
    [mode, reason],
  );
  const run = useCallback(
    async (who: Who, step: Step) => {
      setReason('');
      tell({ who, step, answer: await desk.scan(who, step) });
    },
    [desk, tell],
  );
  const onThing = useCallback(
    async (thing: DeskThing) => {
      if (mode === 'return') return tell({ answer: await desk.takeBack(thing, condition) });
      if (half !== undefined && 'person' in half) return run({ uid: half.person.uid }, stepFor({ thing }));
      if (thing.lent_at === null) {
        setShown(undefined);
        return setHalf({ thing });
      }
      return tell({ answer: { result: 'on_loan', name: '', thing, next: 'give_back' } });
    },
    [mode, half, condition, desk, run, stepFor, tell],
  );
  const onWho = useCallback(
    async (who: Who) => {
      if (mode !== 'return' && !isLoan) return run(who, stepFor());
      if (half !== undefined && 'thing' in half) return run(who, stepFor({ thing: half.thing }));
      const uid = 'uid' in who ? who.uid : await desk.identify(who.code);
      if (uid === undefined) return tell({ answer: { result: 'unknown', name: '' } });
      setShown(undefined);
      return setHalf({ person: { uid, name: day.people.get(uid)?.name ?? '' } });
    },
    [mode, isLoan, half, day, desk, run, stepFor, tell],
  );
  const handlesThings = isLoan || mode === 'return';
  const onCode = useCallback(
    (code: string) => {
      const thing = handlesThings ? thingWith(day, code) : undefined;
      void (thing === undefined ? onWho({ code }) : onThing(thing));
    },
    [handlesThings, day, onThing, onWho],
  );
  const undo = async (): Promise<boolean> => {
    const isUndone = await desk.undo();
    setShown({ answer: { result: isUndone ? 'undone' : 'overtaken', name: desk.last?.name ?? '' } });
    return isUndone;
  };
  /** Treats them as if they had not answered. */
  const chooseAnother = async () => {
    const { who, step } = shown ?? {};
    if (!(await undo()) || who === undefined || step === undefined) return;
    setShown({ who, step, answer: { result: 'choose', name: shown?.answer.name ?? '' } });
  };
  const { answer } = shown ?? {};
  const canUndo = answer?.result === 'accepted' && answer.scan !== undefined && answer.scan.id === desk.last?.id;
  const isChoosing = answer?.result === 'choose' || (answer?.result === 'none_left' && answer.variant !== undefined);
  const doneStep = answer?.scan?.step === 'return' ? 'return' : doneStepOf(mode, isLoan);
  const held = half !== undefined && 'person' in half ? heldBy(day, half.person.uid) : [];
  return (
    <Stack gap="md">
      <Modes day={day} mode={mode} onChange={choose} />
      {mode === 'return' ? <ConditionChoice value={condition} onChange={setCondition} /> : null}
      <AnswerPanel
        answer={answer}
        waitsFor={half === undefined ? undefined : waitsFor(half, mode)}
        step={doneStep}
        variant={answer?.variant === undefined ? '' : variantName(answer.variant)}
        timezone={day.project.timezone}
      />
      {canUndo ? (
        <UndoButtons
          canChange={answer.variant !== undefined}
          onUndo={() => void undo()}
          onChange={() => void chooseAnother()}
        />
      ) : null}
      {!canUndo && half === undefined && desk.last !== undefined ? (
        <Group>
          <Button variant="default" onClick={() => void undo()}>
            {t('desk.undo.last', { name: shownName(t, desk.last.name) })}
          </Button>
        </Group>
      ) : null}
      {isChoosing && handOut !== undefined && shown?.who !== undefined ? (
        <VariantChoice
          handOut={handOut}
          onChoose={(variant) => {
            const { who, step } = shown;
            if (who !== undefined && step?.step === 'hand_out') void run(who, { ...step, variant });
          }}
        />
      ) : null}
      {answer?.result === 'on_loan' && answer.thing !== undefined ? (
        <GiveBack thing={answer.thing} onReturn={async (thing) => tell({ answer: await desk.takeBack(thing, 'ok') })} />
      ) : null}
      {half === undefined ? null : (
        <Group>
          <Button variant="default" onClick={() => setHalf(undefined)}>
            {t('desk.loan.cancel')}
          </Button>
        </Group>
      )}
      {mode === 'return' && half !== undefined ? (
        <ThingList things={held} label={() => t('desk.loan.takeBack')} onPress={(thing) => void onThing(thing)} />
      ) : null}
      <Camera onCode={onCode} barcodes={handlesThings} />
      <Finder
        day={day}
        handlesThings={handlesThings}
        onCode={onCode}
        onPerson={({ uid }) => void onWho({ uid })}
        onThing={(thing) => void onThing(thing)}
        onNothing={(next) => {
          setHalf(undefined);
          setShown(next === undefined ? undefined : { answer: next });
          if (isLoud) signal(false);
        }}
      />
      {handOut === undefined ? null : (
        <TextInput
          label={t('desk.reason')}
          description={t('desk.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={200}
        />
      )}
      <Switch label={t('desk.sound')} checked={isLoud} onChange={(event) => setLoud(event.currentTarget.checked)} />
    </Stack>
  );

  function waitsFor(first: Half, current: string): string {
    if ('thing' in first) return t('desk.loan.nowPerson', { label: first.thing.label });
    const name = shownName(t, first.person.name);
    if (current !== 'return') return t('desk.loan.nowThing', { name });
    return held.length === 0 ? t('desk.loan.hasNothing', { name }) : t('desk.loan.has', { name });
  }
}

function doneStepOf(mode: string, isLoan: boolean): DoneStep {
  if (mode === 'arrive' || mode === 'leave' || mode === 'return' || isGateStep(mode)) return mode;
  return isLoan ? 'lend' : 'hand_out';
}

const heldBy = ({ things }: Day, uid: string): DeskThing[] =>
  [...things.values()].filter(({ holder }) => holder?.uid === uid);

/** Up to so many beside each other, and below each other. */
const [maxInRow, maxInColumn] = [3, 8];

function Modes({ day, mode, onChange }: { day: Day; mode: string; onChange: (mode: string) => void }) {
  const { t } = useTranslation();
  const data = [
    { value: 'arrive', label: t('desk.steps.arrive') },
    { value: 'leave', label: t('desk.steps.leave') },
    ...day.handOuts.map(({ id, name }) => ({ value: id, label: name })),
    ...gateSteps.map((step) => ({ value: step, label: t(`desk.steps.${step}`) })),
    ...(takesBack(day) ? [{ value: 'return', label: t('desk.steps.return') }] : []),
  ];
  if (data.length > maxInColumn)
    return (
      <NativeSelect
        label={t('desk.mode')}
        size="lg"
        data={data}
        value={mode}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <SegmentedControl
      aria-label={t('desk.mode')}
      value={mode}
      onChange={onChange}
      orientation={data.length > maxInRow ? 'vertical' : 'horizontal'}
      size="md"
      data={data}
    />
  );
}

/** A thing that somebody else has is at the desk, so it must have come back. */
function GiveBack({ thing, onReturn }: { thing: DeskThing; onReturn: (thing: DeskThing) => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <Group>
      <Button onClick={() => void onReturn(thing)}>{t('desk.loan.isBack', { label: thing.label })}</Button>
    </Group>
  );
}

type FinderProps = {
  day: Day;
  handlesThings: boolean;
  onCode: (code: string) => void;
  onPerson: (person: DeskPerson) => void;
  onThing: (thing: DeskThing) => void;
  /** Somebody pressed Enter, and there is nobody or more than one. */
  onNothing: (answer: Answer | undefined) => void;
};

/** Finds people by name and things by label, and takes what a USB scanner types. */
function Finder({ day, handlesThings, onCode, onPerson, onThing, onNothing }: FinderProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const found = typedIn(day, typed, shownName(t, ''));
  const exact = handlesThings && typed.trim() !== '' ? thingWith(day, typed.trim()) : undefined;
  const people = 'code' in found || exact !== undefined ? [] : found.people;
  const things = exact !== undefined ? [exact] : handlesThings ? thingsNamed(day, typed) : [];
  const isUnknown = typed.trim() !== '' && !('code' in found) && people.length + things.length === 0;
  /** Before the answer: a second press finds nothing to press, and what is typed meanwhile stays. */
  const take = (action: () => void) => {
    setTyped('');
    action();
  };
  const submit = () => {
    const [person, thing] = [people[0], things[0]];
    if ('code' in found) return take(() => onCode(found.code));
    if (thing !== undefined && things.length + people.length === 1) return take(() => onThing(thing));
    if (person !== undefined && people.length + things.length === 1) return take(() => onPerson(person));
    if (typed.trim() === '') return undefined;
    // The next scan replaces what is selected.
    field.current?.select();
    return onNothing(isUnknown ? { result: 'not_here', name: '', next: 'spelling' } : undefined);
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          ref={field}
          label={handlesThings ? t('desk.loan.type') : t('desk.type')}
          description={t('desk.typeHint')}
          size="lg"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
        />
      </form>
      <output>
        {isUnknown ? t('desk.nobodyFound') : null}
        {people.length + things.length > 1 ? t('desk.choose') : null}
      </output>
      <ThingList
        things={things}
        label={({ holder }) => (holder === null ? t('desk.loan.lent') : t('desk.loan.holder', { name: holder.name }))}
        onPress={(thing) => take(() => onThing(thing))}
      />
      {people.map((person) => (
        <Match key={person.uid} day={day} person={person} onPress={() => take(() => onPerson(person))} />
      ))}
    </>
  );
}

type MatchProps = { day: Day; person: DeskPerson; onPress: () => void };

/** Shows what distinguishes people of the same name. */
function Match({ day, person: { name, teams, tasks }, onPress }: MatchProps) {
  const { t } = useTranslation();
  const task = day.tasks.get(tasks[0]?.id ?? '')?.title;
  const about = [...(teams ?? []), ...(task === undefined ? [] : [task])].join(' · ');
  return (
    <Button size="lg" h="auto" mih="3.25rem" py="xs" variant="default" onClick={onPress}>
      <span>
        {shownName(t, name)}
        {about === '' ? null : (
          <Text span display="block" size="sm" c="dimmed" className={styles.about}>
            {about}
          </Text>
        )}
      </span>
    </Button>
  );
}

let audio: AudioContext | undefined;

/** A short high tone and a short buzz if all is well, a long low one if not. Devices without either stay silent. */
function signal(isGood: boolean): void {
  if ('vibrate' in navigator) navigator.vibrate(isGood ? 80 : [200, 100, 200]);
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = isGood ? 880 : 220;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isGood ? 0.12 : 0.4));
}
