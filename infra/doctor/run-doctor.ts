import type { Finding } from '../report/finding.ts';
import { accountPlan } from './checks/account-plan.ts';
import { bootstrap } from './checks/bootstrap.ts';
import { certificate } from './checks/certificate.ts';
import { credentials } from './checks/credentials.ts';
import { engineVersion } from './checks/engine-version.ts';
import { lambdaConcurrency } from './checks/lambda-concurrency.ts';
import { logGroups } from './checks/log-groups.ts';
import { models } from './checks/models.ts';
import { serviceRole } from './checks/service-role.ts';
import { leftovers } from './checks/stack-state.ts';
import { vpcRoom } from './checks/vpc-room.ts';
import { isNamed, Unfit, type DoctorCheck, type DoctorContext } from './doctor-context.ts';

export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  credentials,
  accountPlan,
  bootstrap,
  leftovers,
  logGroups,
  serviceRole,
  vpcRoom,
  engineVersion,
  lambdaConcurrency,
  models,
  certificate,
];

/** Asks an account for all that a deployment will need. */
export async function runDoctor(context: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of DOCTOR_CHECKS) {
    if (check !== credentials && findings[0]?.state !== 'ok')
      findings.push({ check: check.name, state: 'skipped', detail: `stands on "${credentials.name}"` });
    else findings.push(await perform(check, context));
  }
  return findings;
}

async function perform(
  { name: check, permission, run }: DoctorCheck,
  context: DoctorContext,
): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await run(context) };
  } catch (error) {
    if (error instanceof Unfit)
      return { check, state: 'failed', detail: error.message, remedy: error.remedy };
    if (isNamed(error, 'AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'))
      return { check, state: 'skipped', detail: `your credentials do not allow ${permission}` };
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { check, state: 'failed', detail: `${name}: ${message}`, remedy: `It takes ${permission}.` };
  }
}
