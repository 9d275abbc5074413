import { call } from '../../api.ts';
import type { Download } from '../../ui/download.tsx';

/** Deletes the account. The caller must clear the cache afterwards. */
export const eraseMe = () => call('erase_me', {});

export const exportMe: Download = async (download) => JSON.stringify(await download('export_me', {}), null, 2);
