import { Engine, type EngineConfig } from './engine.ts';
import { layPristineDatabase } from '../pristine-database.ts';

/** Loads little: a service has the engine start beside all that it loads itself, and each takes a second. */
export async function startEngine(config: EngineConfig = {}): Promise<Engine> {
  if (!config.dump) layPristineDatabase(config.dataDir);
  return Engine.open(config);
}
