import { call } from '../../api.ts';
import type { Download } from '../../ui/download.tsx';

/** Deletes the account: whoever calls this clears the cache. */
export const eraseMe = () => call('erase_me', {});

export const exportMe: Download = async (download) => JSON.stringify(await download('export_me', {}), null, 2);
