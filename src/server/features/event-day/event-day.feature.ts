import type { Feature, JobBase } from '../../feature.ts';
import { codeListRoutes } from './code-lists/code-lists.routes.ts';
import { codeListSchemas } from './code-lists/code-lists.schema.ts';
import { codeRoutes } from './codes/codes.routes.ts';
import { codeSchemas } from './codes/codes.schema.ts';
import { deskRoutes } from './desk/desk.routes.ts';
import { deskSchemas } from './desk/desk.schema.ts';
import { deviceRoutes } from './devices/devices.routes.ts';
import { deviceSchemas } from './devices/devices.schema.ts';
import { deleteOldDevices } from './devices/devices.service.ts';
import { emergencyRoutes } from './emergency/emergency.routes.ts';
import { emergencySchemas } from './emergency/emergency.schema.ts';
import { remindOfLoans, settleEarned } from './entitlements/earned.service.ts';
import { entitlementRoutes } from './entitlements/entitlements.routes.ts';
import { entitlementSchemas } from './entitlements/entitlements.schema.ts';
import { handOutRoutes } from './hand-outs/hand-outs.routes.ts';
import { handOutSchemas } from './hand-outs/hand-outs.schema.ts';
import { copyHandOuts } from './hand-outs/hand-outs.service.ts';
import { loanRoutes } from './loans/loans.routes.ts';
import { loanSchemas } from './loans/loans.schema.ts';
import { markingRoutes } from './marking/marking.routes.ts';
import { markingSchemas } from './marking/marking.schema.ts';
import { deleteOldScans } from './marking/marking.service.ts';
import { rollCallRoutes } from './on-site/roll-call.routes.ts';
import { rollCallSchemas } from './on-site/roll-call.schema.ts';
import { presumeUnmarked, notifyChiefs } from './marking/presumed.service.ts';
import { myDayRoutes } from './my-day/my-day.routes.ts';
import { myDaySchemas } from './my-day/my-day.schema.ts';
import { nowRoutes } from './now/now.routes.ts';
import { nowSchemas } from './now/now.schema.ts';
import { screenRoutes } from './screens/screens.routes.ts';
import { screenSchemas } from './screens/screens.schema.ts';
import { workRoutes } from './work/work.routes.ts';
import { workSchemas } from './work/work.schema.ts';

const presumeEverySeconds = 600;
const settleEverySeconds = 600;

const jobs = (services: JobBase) => [
  {
    name: 'attendance',
    schedule: { every: presumeEverySeconds },
    run: async (signal: AbortSignal) => {
      const presumed = await presumeUnmarked(services, signal);
      const lists = await notifyChiefs(services);
      return presumed + lists === 0 ? undefined : { presumed, lists };
    },
  },
  {
    name: 'hand-outs',
    schedule: { every: settleEverySeconds },
    run: async (signal: AbortSignal) => {
      const earned = await settleEarned(services, signal);
      const reminders = await remindOfLoans(services, signal);
      return earned + reminders === 0 ? undefined : { earned, reminders };
    },
  },
];

export const eventDay = {
  schemas: [
    ...markingSchemas,
    ...workSchemas,
    ...codeSchemas,
    ...deviceSchemas,
    ...deskSchemas,
    ...handOutSchemas,
    ...loanSchemas,
    ...codeListSchemas,
    ...entitlementSchemas,
    ...nowSchemas,
    ...rollCallSchemas,
    ...emergencySchemas,
    ...screenSchemas,
    ...myDaySchemas,
  ],
  routes: {
    api: [
      markingRoutes,
      workRoutes,
      codeRoutes,
      deviceRoutes,
      deskRoutes,
      handOutRoutes,
      loanRoutes,
      codeListRoutes,
      entitlementRoutes,
      nowRoutes,
      rollCallRoutes,
      emergencyRoutes,
      screenRoutes,
      myDayRoutes,
    ],
  },
  jobs,
  expiry: [deleteOldScans, deleteOldDevices],
  copies: { copy: copyHandOuts },
} satisfies Feature;
