import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/**
 * Functions whose new versions first answer a tenth of the calls, for ten minutes: twice what an alarm over five minutes needs
 * to rise. When one does, CodeDeploy gives all calls back to the version before, and the deployment fails.
 */
export class Canaries extends Construct {
  readonly #application: codedeploy.LambdaApplication;
  readonly #role: iam.Role;
  readonly #groups: codedeploy.LambdaDeploymentGroup[] = [];

  constructor(scope: Construct, id: string, { name }: { name: string }) {
    super(scope, id);
    this.#application = new codedeploy.LambdaApplication(this, 'Application', { applicationName: name });
    this.#role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com'),
    });
    acknowledge(
      this.#role,
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      'AWS keeps it for exactly this: to read alarms and to move an alias.',
    );
  }

  /** @returns what is to be called in place of the function */
  release(name: string, handler: lambda.Function): lambda.Alias {
    const alias = new lambda.Alias(this, `${name}Live`, {
      aliasName: 'live',
      version: handler.currentVersion,
    });
    this.#groups.push(
      new codedeploy.LambdaDeploymentGroup(this, name, {
        application: this.#application,
        deploymentGroupName: name,
        alias,
        role: this.#role,
        deploymentConfig: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      }),
    );
    return alias;
  }

  guardBy(alarms: readonly IAlarm[]): void {
    for (const group of this.#groups) for (const alarm of alarms) group.addAlarm(alarm);
  }
}
