/** Name of the stack of an environment, and the beginning of every name in it that people see. */
export const deploymentName = (environmentName: string): string => `workspace-memory-${environmentName}`;
