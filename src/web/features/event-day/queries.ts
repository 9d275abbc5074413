import { createClient } from '../../../client/client.ts';
import type { CreatedDevice, Desk, Device, HandOut, NewDevice, NewHandOut, NewScans } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { eventDayKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

export type Scan = NewScans['scans'][number];
export type ScanResult = 'accepted' | 'repeated' | 'not_here' | 'too_early' | 'unknown' | 'overtaken';
export type OwnDevice = { pid: string; token: string };

const timeoutMs = 15_000;

/** Calls the desk as a device: with its token, never with the cookie of a person. */
const asDevice = (token: string) =>
  createClient({
    baseUrl: '',
    token,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) }),
  });

export const fetchDesk = ({ pid, token }: OwnDevice, since: string | undefined): Promise<Desk> =>
  asDevice(token).call('get_desk', { path: { pid }, query: since === undefined ? {} : { since } });

export const sendScans = async ({ pid, token }: OwnDevice, scans: Scan[]) =>
  (await asDevice(token).call('send_scans', { path: { pid }, body: { scans } })).results;

export const devicesQuery = (pid: string) => ({
  queryKey: eventDayKeys.devices(pid),
  queryFn: () => call('list_devices', { path: { pid }, query: { limit: 100 } }),
});

export const createDevice = (pid: string): Change<NewDevice, CreatedDevice> => ({
  run: (body) => call('create_device', { path: { pid }, body }),
  affects: [eventDayKeys.devices(pid)],
});

export const revokeDevice = (pid: string): Change<Device, unknown> => ({
  run: ({ id }) => call('revoke_device', { path: { pid, id } }),
  affects: [eventDayKeys.devices(pid)],
});

export const placeCodesQuery = (pid: string) => ({
  queryKey: eventDayKeys.placeCodes(pid),
  queryFn: () => call('list_place_codes', { path: { pid } }),
});

export const handOutsQuery = (pid: string) => ({
  queryKey: eventDayKeys.handOuts(pid),
  queryFn: () => call('list_hand_outs', { path: { pid } }),
});

export const createHandOut = (pid: string): Change<NewHandOut, HandOut> => ({
  run: (body) => call('create_hand_out', { path: { pid }, body }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const removeHandOut = (pid: string): Change<HandOut, unknown> => ({
  run: ({ id }) => call('remove_hand_out', { path: { pid, id } }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const ownCodeQuery = (pid: string) => ({
  queryKey: eventDayKeys.ownCode(pid),
  queryFn: () => call('get_own_code', { path: { pid } }),
});

export const checkIn = (pid: string, place: string, code: string) =>
  call('check_in', { path: { pid, place }, body: { code } });
