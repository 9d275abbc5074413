import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import styles from './event-hero.module.css';
import { changeAppearance, removePicture, setPicture } from './queries.ts';

const maxSide = 1600;
/** Smaller than the API allows, so that none of the qualities is refused. */
const maxBytes = 500_000;
const qualities = [0.85, 0.7, 0.5] as const;

type PictureFieldProps = {
  project: Project;
  /** The picture is saved at once. The fields beside it are not. */
  othersUnsaved: boolean;
};

/** The picture of the event, and what it shows. */
export function PictureField({ project, othersUnsaved }: PictureFieldProps) {
  const { t } = useTranslation();
  const { pid, picture } = project;
  const { alt, setAlt, draft } = useAltText(project);
  const [unreadable, setUnreadable] = useState(false);
  const upload = useChange(setPicture(pid), {
    message: () => t(othersUnsaved ? 'homes.appearance.onlyPictureSaved' : 'homes.appearance.pictureSaved'),
    onDone: draft.drop,
  });
  const remove = useChange(removePicture(pid), {
    message: () => t('homes.appearance.pictureRemoved'),
    onDone: () => setAlt(''),
  });
  const describe = useChange(changeAppearance(pid), {
    message: () => t('homes.appearance.saved'),
    onDone: draft.drop,
  });
  const choose = async (file: File | null) => {
    if (file === null) return;
    const data = await smallPicture(file);
    setUnreadable(data === undefined);
    if (data !== undefined) upload.mutate({ data, alt: alt.trim() });
  };
  const error = upload.error ?? remove.error ?? describe.error;
  return (
    <Stack gap="sm" maw="36rem" component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" fw={500} size="sm" p={0}>
        {t('homes.appearance.picture')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('homes.appearance.pictureHint')}
      </Text>
      {picture === null ? null : (
        <img
          className={styles.picture}
          src={picture.url}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
        />
      )}
      <TextInput
        label={t('homes.appearance.alt')}
        description={t('homes.appearance.altHint')}
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {unreadable ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {t('homes.appearance.unreadable')}
        </Text>
      ) : null}
      {error === null ? null : <ProblemAlert error={error} />}
      <Group gap="xs">
        <FileButton onChange={(file) => void choose(file)} accept="image/jpeg,image/png,image/webp">
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {picture === null ? t('homes.appearance.choose') : t('homes.appearance.replace')}
            </Button>
          )}
        </FileButton>
        {picture === null ? null : (
          <>
            <Button
              variant="default"
              disabled={alt.trim() === picture.alt}
              loading={describe.isPending}
              onClick={() => describe.mutate({ picture_alt: alt.trim() })}
            >
              {t('homes.appearance.saveAlt')}
            </Button>
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('homes.appearance.remove')}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

/** The description as typed, kept as a draft until it is saved. */
function useAltText({ pid, picture }: Project) {
  const saved = picture?.alt ?? '';
  const draft = useDraft<string>(`picture-alt:${pid}`);
  const [alt, show] = useState(typeof draft.found?.values === 'string' ? draft.found.values : saved);
  const setAlt = (value: string) => {
    show(value);
    if (value === saved) draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  return { alt, setAlt, draft };
}

/**
 * A picture that is small enough to upload, in base64. Drawing it again also leaves out hidden data, such as where a
 * photo was taken. Undefined if the browser cannot read the file as a picture.
 */
async function smallPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  for (let side = maxSide; side >= 400; side /= 2) {
    const canvas = drawn(bitmap, side);
    for (const quality of qualities) {
      const blob = await encoded(canvas, quality);
      if (blob !== null && blob.size <= maxBytes) return base64Of(blob);
    }
  }
  return undefined;
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Browsers that cannot write WebP write a PNG instead, which is too large for a photo. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const write = (type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  const webp = await write('image/webp');
  return webp?.type === 'image/webp' ? webp : write('image/jpeg');
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In parts, because a call has a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
