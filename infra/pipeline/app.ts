import { App } from 'aws-cdk-lib';
import { environments } from '../environments.ts';
import { PipelineStack } from './pipeline-stack.ts';

const app = new App();
const repository: unknown = app.node.tryGetContext('repository');
if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/u.test(repository))
  throw new Error('Say whose workflows may deploy: -c repository=OWNER/NAME');
new PipelineStack(app, 'workspace-memory-pipeline', {
  repository,
  environmentNames: Object.keys(environments),
  // An account has one provider for GitHub, which another stack may have made.
  existingProvider: app.node.tryGetContext('provider') === 'existing',
});
app.synth();
