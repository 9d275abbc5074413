import type { TestApp } from '../app.ts';
import { createWorld } from './create-world.ts';
import type { Role, World } from './world-types.ts';

/**
 * Worlds for tests that call every route. Creating one costs more than most requests, and only a write that succeeded may
 * have changed it: after that, the next request of the role gets a new one.
 */
export function keptWorlds(muster: TestApp) {
  const worlds = new Map<Role, World>();
  return {
    of: async (role: Role): Promise<World> => {
      const world = worlds.get(role) ?? (await createWorld(muster, role));
      worlds.set(role, world);
      return world;
    },
    noteAnswer: (role: Role, method: string, statusCode: number): void => {
      if (method !== 'GET' && statusCode < 400) worlds.delete(role);
    },
  };
}
