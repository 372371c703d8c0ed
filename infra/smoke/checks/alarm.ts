import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { expectThat, NothingToCheck, type SmokeCheck } from '../smoke-context.ts';

/** An alarm is raised by hand, seen in CloudWatch, and its notification has gone out. */
export const alarm: SmokeCheck = {
  name: 'alarm',
  needs: ['aws'],
  async run({ aws, run, until }) {
    if (!aws) throw new NothingToCheck('no deployment in AWS');
    const { cloudWatch, deployment } = aws;
    const { MetricAlarms = [] } = await cloudWatch.send(
      new DescribeAlarmsCommand({ AlarmNamePrefix: `${deployment}-` }),
    );
    const chosen = MetricAlarms.find(({ StateValue }) => StateValue !== 'ALARM');
    if (!chosen?.AlarmName)
      throw new NothingToCheck(
        MetricAlarms.length === 0 ? 'this environment has no alarms' : 'all alarms are raised already',
      );
    const { AlarmName } = chosen;
    const StateReason = `Raised by the smoke test ${run}; nothing is wrong.`;
    const since = new Date(Date.now() - 60_000);
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
    try {
      // An alarm goes back by itself at its next evaluation, so its history is the witness, not its state.
      const action = await until(`${AlarmName} was raised, and its history does not tell of it`, async () => {
        const { AlarmHistoryItems = [] } = await cloudWatch.send(
          new DescribeAlarmHistoryCommand({ AlarmName, StartDate: since, MaxRecords: 100 }),
        );
        const raised = AlarmHistoryItems.some(({ HistoryItemType }) => HistoryItemType === 'StateUpdate');
        const sent = AlarmHistoryItems.find(({ HistoryItemType }) => HistoryItemType === 'Action');
        if (!raised) return undefined;
        return (chosen.AlarmActions ?? []).length === 0 ? 'no action' : sent?.HistorySummary;
      });
      expectThat(!action.startsWith('Failed'), `${AlarmName} could not notify: ${action}`);
      return `${AlarmName} raised; ${action === 'no action' ? 'nobody is notified of it' : action}`;
    } finally {
      await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'OK', StateReason }));
    }
  },
};
