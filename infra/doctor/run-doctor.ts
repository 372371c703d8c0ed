import type { Finding } from '../report/findings.ts';
import { accountPlan, bootstrap, credentials, lambdaConcurrency, serviceRole } from './checks/account.ts';
import { certificate, engineVersion, logGroups, leftovers, vpcRoom } from './checks/stack.ts';
import { embedderQuota, models } from './checks/models.ts';
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
  embedderQuota,
  certificate,
];

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
