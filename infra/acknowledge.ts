import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Lets a finding of cdk-nag's AwsSolutions pack stand. @param rule such as `APIG4`, with the finding in brackets where a rule has several */
export function acknowledge(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
}
