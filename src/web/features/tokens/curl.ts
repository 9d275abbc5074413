type Exchange = { origin: string; username: string; password: string; name: string; readOnly: boolean };

/** The exchange as one line for a shell. */
export function curlLine({ origin, username, password, name, readOnly }: Exchange): string {
  return [
    `curl ${origin}/api/token`,
    `-d username=${username}`,
    `-d password=${password}`,
    ...(name === '' ? [] : [`--data-urlencode ${quoted(`name=${name}`)}`]),
    ...(readOnly ? ['-d scope=read'] : []),
  ].join(' ');
}

/** Within single quotes a shell reads everything as it stands, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
