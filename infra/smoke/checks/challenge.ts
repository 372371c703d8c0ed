import { MCP_PATH } from '@memory/contracts';
import { expectThat, type SmokeCheck } from '../smoke-context.ts';

const HEADER = 'www-authenticate';
/** What gateways of AWS make of it where they keep the name for themselves. */
const RENAMED = `x-amzn-remapped-${HEADER}`;

/** A request without a key is told how to bring one, under whichever name the gateway lets that through. */
export const challenge: SmokeCheck = {
  name: 'challenge of a 401',
  needs: [],
  async run({ url }) {
    const names: string[] = [];
    for (const path of ['/api/v1/memories', MCP_PATH]) {
      const response = await fetch(url + path, { method: path === MCP_PATH ? 'POST' : 'GET' });
      await response.text();
      expectThat(response.status === 401, `${path} without a key answers ${response.status}, not 401.`);
      const name = [HEADER, RENAMED].find((each) => response.headers.has(each));
      expectThat(name !== undefined, `${path} answers 401 without a challenge.`);
      names.push(name);
    }
    return [...new Set(names)].join(' and ');
  },
};
