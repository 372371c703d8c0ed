import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { createOperator, type Operator } from './operator.ts';

/** As the stack names it; it is on no public route, and IAM says who may call it. */
const functionNameOf = (environment: string) => `workspace-memory-${environment}-admin`;

/** The operator function of an environment in AWS, in the Region and with the credentials that the SDK finds. */
export function lambdaOperator(environment: string): Operator {
  const client = new LambdaClient({});
  const FunctionName = functionNameOf(environment);
  return createOperator(async (event) => {
    const { FunctionError, Payload } = await client
      .send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }))
      .catch((error: unknown) => {
        throw new Error(describeFailure(error, FunctionName), { cause: error });
      });
    const text = Buffer.from(Payload ?? []).toString('utf8');
    if (FunctionError) throw new Error(`${FunctionName} failed; its log says where. ${text.slice(0, 300)}`);
    return JSON.parse(text);
  });
}

function describeFailure(error: unknown, functionName: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'ResourceNotFoundException')
    return `There is no function ${functionName}. Is the environment deployed, and AWS_REGION its Region?`;
  if (name === 'AccessDeniedException')
    return `Your credentials do not allow lambda:InvokeFunction on ${functionName}.`;
  return `${functionName} could not be called: ${name}: ${message}`;
}
