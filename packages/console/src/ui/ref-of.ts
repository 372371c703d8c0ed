/** The address of a memory: its `mem-` identifier where the service has those, its UUID else. */
export const refOf = ({
  id,
  memory_id,
}: {
  id?: string | undefined;
  memory_id?: string | undefined;
}): string => memory_id ?? id ?? '';

/** A memory of the service's answers, as lists show it. */
export const withRef = <Memory extends Parameters<typeof refOf>[0]>(memory: Memory) => ({
  ...memory,
  memory: refOf(memory),
});
