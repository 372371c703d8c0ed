import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };

export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'Offer the tools over stdio. Reads WORKSPACE_MEMORY_URL, WORKSPACE_MEMORY_API_TOKEN and WORKSPACE_MEMORY_WORKSPACE_ID.',
    )
    .action(async () => {
      const { runBridge } = await import('./run-bridge.ts');
      runBridge({ version: packageJson.version, environment: process.env });
    });
}
