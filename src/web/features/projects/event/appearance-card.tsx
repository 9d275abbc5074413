import { Box, Checkbox, ColorInput, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { EditingForm, Unsaved } from '../../../ui/editing/editing-form.tsx';
import { useEditing } from '../../../ui/editing/editing.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { PictureField } from './picture-field.tsx';
import { changeAppearance } from './queries.ts';

const firstColour = '#1d6a5f';
const swatches = ['#1d6a5f', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#e67700', '#2b8a3e', '#343a40'];

/** Place, colour and picture of the event. */
export function AppearanceCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const editing = usePlaceAndColour(project);
  return (
    <TitledCard id="appearance" title={t('homes.appearance.title')} lead={t('homes.appearance.lead')}>
      <Stack gap="lg">
        <PlaceAndColour project={project} editing={editing} />
        <Text size="sm">
          <PageLink to="/projects/$pid" params={{ pid: project.pid }} inherit>
            {t('homes.appearance.see')}
          </PageLink>
          <br />
          <Text span size="sm" c="dimmed">
            {t('homes.appearance.seeHint')}
          </Text>
        </Text>
        <PictureField project={project} othersUnsaved={editing.dirty} />
      </Stack>
    </TitledCard>
  );
}

type Values = { place: string; own: boolean; colour: string };

const versionOf = ({ place, colour }: Project) => ({
  values: { place, own: colour !== null, colour: colour ?? firstColour },
  etag: undefined,
});

function usePlaceAndColour(project: Project): Editing<Values> {
  const { t } = useTranslation();
  const { pid } = project;
  const { run, affects } = changeAppearance(pid);
  return useEditing<Values>({
    draft: `appearance:${pid}`,
    current: versionOf(project),
    load: async () => versionOf(project),
    save: async ({ place, own, colour }) =>
      versionOf(await run({ place: place.trim(), colour: own ? colour.toLowerCase() : null })),
    affects,
    savedMessage: t('homes.appearance.saved'),
  });
}

function PlaceAndColour({ project: { colour, colours }, editing }: { project: Project; editing: Editing<Values> }) {
  const { t } = useTranslation();
  const { form } = editing;
  return (
    <EditingForm
      editing={editing}
      fields={{}}
      action={t('homes.appearance.save')}
      disabled={!editing.dirty}
      beside={<Unsaved editing={editing} />}
    >
      <TextInput
        {...form.getInputProps('place')}
        label={t('homes.appearance.place')}
        description={t('homes.appearance.placeHint')}
        maxLength={200}
        maw="36rem"
      />
      <Checkbox {...form.getInputProps('own', { type: 'checkbox' })} label={t('homes.appearance.ownColour')} />
      {form.values.own ? (
        <Box maw="36rem">
          <ColorInput
            {...form.getInputProps('colour')}
            label={t('homes.appearance.colour')}
            description={t('homes.appearance.colourHint')}
            format="hex"
            swatches={swatches}
            withEyeDropper={false}
            // Above it, the picker would cover the description.
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            // Below it, the picker would cover the button that saves.
            popoverProps={{ position: 'top-start' }}
          />
          {/* The server works them out when the colour is saved. */}
          {colours === null || form.values.colour.toLowerCase() !== colour ? null : (
            <Text size="sm" c="dimmed" mt={4}>
              {t('homes.appearance.adjusted', colours)}
            </Text>
          )}
        </Box>
      ) : null}
    </EditingForm>
  );
}
