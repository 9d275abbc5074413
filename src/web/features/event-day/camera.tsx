import { Button, Stack, Text } from '@mantine/core';
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import styles from './desk.module.css';

const lookEveryMs = 150;
/** The same code stays in front of the camera for a moment. */
const sameCodeMs = 3000;

// Served by us: the default would load it from another site.
prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : `${prefix}${path}`),
  },
});

type CameraProps = {
  onCode: (code: string) => void;
  /** Reads also the barcodes of things, which takes longer. */
  barcodes?: boolean;
};

const qrCodes = ['qr_code'] as const;
const allCodes = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'itf', 'upc_a', 'data_matrix'] as const;

export function Camera({ onCode, barcodes = false }: CameraProps) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const [failed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onCode);
  useEffect(() => {
    report.current = onCode;
  }, [onCode]);
  useEffect(() => {
    const element = video.current;
    if (!isOn || element === null) return undefined;
    const watch = watchCamera(element, barcodes ? allCodes : qrCodes, (code) => report.current(code));
    watch.started.catch(() => {
      setOn(false);
      setFailed(true);
    });
    return watch.stop;
  }, [isOn, barcodes]);
  return (
    <Stack gap="xs">
      {isOn ? <video ref={video} className={styles.video} aria-label={t('desk.picture')} muted playsInline /> : null}
      {failed ? <Text role="alert">{t('desk.noCamera')}</Text> : null}
      <Button
        variant="default"
        size="md"
        onClick={() => {
          setFailed(false);
          setOn(!isOn);
        }}
      >
        {isOn ? t('desk.cameraOff') : t('desk.cameraOn')}
      </Button>
    </Stack>
  );
}

/** Looks at the picture until it is stopped. */
type Format = (typeof allCodes)[number];

function watchCamera(element: HTMLVideoElement, formats: readonly Format[], onCode: (code: string) => void) {
  const detector = new BarcodeDetector({ formats: [...formats] });
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let last = { code: '', atMs: 0 };
  const look = async () => {
    const [found] = element.readyState >= 2 ? await detector.detect(element).catch(() => []) : [];
    const code = found?.rawValue ?? '';
    if (code !== '' && (code !== last.code || Date.now() - last.atMs > sameCodeMs)) onCode(code);
    if (code !== '') last = { code, atMs: Date.now() };
    if (!isStopped) timer = setTimeout(() => void look(), lookEveryMs);
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (isStopped) return stop();
    element.srcObject = stream;
    await element.play();
    await look();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  return { started: start(), stop };
}
