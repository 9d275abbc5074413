type Exchange = { origin: string; username: string; password: string; name: string; readOnly: boolean };

/** The exchange of credentials for a token, as one shell command. */
export function curlLine({ origin, username, password, name, readOnly }: Exchange): string {
  return [
    `curl ${origin}/api/token`,
    `-d username=${username}`,
    `-d password=${password}`,
    ...(name === '' ? [] : [`--data-urlencode ${quoted(`name=${name}`)}`]),
    ...(readOnly ? ['-d scope=read'] : []),
  ].join(' ');
}

/** In single quotes a shell takes everything literally except the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
