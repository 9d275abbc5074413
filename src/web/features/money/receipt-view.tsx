import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClaimFile } from '../../../client/client.ts';
import { Loaded } from '../../ui/page-state.tsx';
import styles from './money.module.css';
import { receiptQuery } from './queries.ts';

type ReceiptViewProps = { pid: string; claim: string; file: ClaimFile; label: string };

/** A picture is shown; a PDF can carry scripts, so it is only downloaded. */
export function ReceiptView({ pid, claim, file, label }: ReceiptViewProps) {
  const { t } = useTranslation();
  const receipt = useQuery(receiptQuery(pid, claim, file.id));
  return (
    <Loaded query={receipt} embedded>
      {(url) =>
        file.type === 'application/pdf' ? (
          <div>
            <Text size="sm" mb="xs">
              {t('money.pdfHint')}
            </Text>
            <Button component="a" href={url} download={`${label}.pdf`} variant="default" size="xs">
              {t('money.download')}
            </Button>
          </div>
        ) : (
          <img src={url} alt={label} className={styles.receipt} />
        )
      }
    </Loaded>
  );
}
