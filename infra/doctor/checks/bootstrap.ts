import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { isNamed, Unfit, type DoctorCheck } from '../doctor-context.ts';

/** As the rule CheckBootstrapVersion of every template asks. */
const VERSION_MIN = 6;
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** Bucket and roles that the CDK deploys with, once for each account and Region. */
export const bootstrap: DoctorCheck = {
  name: 'bootstrap',
  permission: 'ssm:GetParameter',
  async run({ ssm, account, environment: { region } }) {
    const remedy = `npx cdk bootstrap aws://${account}/${region}`;
    const { Parameter } = await ssm
      .send(new GetParameterCommand({ Name: PARAMETER }))
      .catch((error: unknown) => {
        if (isNamed(error, 'ParameterNotFound')) throw new Unfit(`${region} is not bootstrapped.`, remedy);
        throw error;
      });
    const version = Number(Parameter?.Value);
    if (!(version >= VERSION_MIN))
      throw new Unfit(
        `The bootstrap is of version ${Parameter?.Value}, and ${VERSION_MIN} is needed.`,
        remedy,
      );
    return `version ${version}`;
  },
};
