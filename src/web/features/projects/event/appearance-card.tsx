import { Button, Checkbox, ColorInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { PictureField } from './picture-field.tsx';
import { changeAppearance } from './queries.ts';

const firstColour = '#1d6a5f';
const swatches = ['#1d6a5f', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#e67700', '#2b8a3e', '#343a40'];

/** Place, colour and picture of the event. */
export function AppearanceCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <TitledCard id="appearance" title={t('homes.appearance.title')} lead={t('homes.appearance.lead')}>
      <Stack gap="lg">
        <PlaceAndColour project={project} />
        <PictureField project={project} />
      </Stack>
    </TitledCard>
  );
}

function PlaceAndColour({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, place, colour, colours } = project;
  const save = useChange(changeAppearance(pid), { message: () => t('homes.appearance.saved') });
  const form = useForm({ initialValues: { place, own: colour !== null, colour: colour ?? firstColour } });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { place: values.place.trim(), colour: values.own ? values.colour.toLowerCase() : null },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw="36rem">
        <TextInput
          {...form.getInputProps('place')}
          label={t('homes.appearance.place')}
          description={t('homes.appearance.placeHint')}
          maxLength={200}
        />
        <Checkbox {...form.getInputProps('own', { type: 'checkbox' })} label={t('homes.appearance.ownColour')} />
        {form.values.own ? (
          <div>
            <ColorInput
              {...form.getInputProps('colour')}
              label={t('homes.appearance.colour')}
              description={t('homes.appearance.colourHint')}
              format="hex"
              swatches={swatches}
              withEyeDropper={false}
            />
            {colours === null ? null : (
              <Text size="sm" c="dimmed" mt={4}>
                {t('homes.appearance.adjusted', colours)}
              </Text>
            )}
          </div>
        ) : null}
        {save.isError ? <ProblemAlert error={save.error} /> : null}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('homes.appearance.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
