import { Id, Name, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const Tids = (description: string) =>
  Nullable(
    Type.Array(Slug('Team.', ['venue']), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description,
      examples: [['venue']],
    }),
  );
const purpose = Type.Enum(['desk', 'screen'], {
  description: '`desk`: checks people in. `screen`: a monitor that shows current and next tasks, without names.',
  examples: ['desk'],
});
const name = Name({
  minLength: 1,
  description: 'A name for the device, such as where it is or who uses it.',
  examples: ['Main entrance'],
});

export const Device = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name,
    purpose,
    tids: Tids('The teams whose tasks it shows; null for all.'),
    created_at: Timestamp('When it was added.'),
    expires_at: Timestamp('When access ends: a day after the event.'),
    last_seen_at: Nullable(Timestamp('When it last sent scans.')),
    active: Type.Boolean({
      description: 'False if the person who added it is no longer an owner of the project: then it does not work.',
    }),
  },
  { $id: 'Device' },
);

export const CreatedDevice = Shape(
  {
    ...Device.properties,
    token: Type.String({
      description:
        'Shown only once. For a desk: send it as a bearer token; it gives access to the desk of this project only.',
      examples: ['msd_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk_1a2b3c4d'],
    }),
    link: Type.String({
      description: 'Open it on the device.',
      examples: ['https://muster.example.org/desk#msd_0123456789abcdefghjkmnpqrstvwxyz'],
    }),
    svg: Type.String({
      description: 'The link as a QR code.',
      examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
    }),
  },
  { $id: 'CreatedDevice' },
);

export const NewDevice = Shape(
  {
    name,
    purpose: Type.Optional(purpose),
    tids: Type.Optional(Tids('Only tasks of these teams. Without it: all tasks.')),
  },
  { $id: 'NewDevice' },
);

export const DevicePage = { ...Page(Ref(Device)), $id: 'DevicePage' };
export const DevicesParams = Shape({ pid: Pid });
export const DevicesQuery = Shape(PageQuery);
export const DeviceParams = Shape({ pid: Pid, id: Id('Identifier of the device.') });

export const deviceSchemas = [Device, CreatedDevice, NewDevice, DevicePage];
export type Device = Static<typeof Device>;
export type CreatedDevice = Static<typeof CreatedDevice>;
export type NewDevice = Static<typeof NewDevice>;
