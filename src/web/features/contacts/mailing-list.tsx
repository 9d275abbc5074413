import { Anchor } from '@mantine/core';

/** Organisers enter a mail address or a web page. */
export function MailingList({ address }: { address: string }) {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(address)) return <Anchor href={`mailto:${address}`}>{address}</Anchor>;
  return <span>{address}</span>;
}
