import { Aws, Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import { ApplicationLoadBalancedFargateService } from 'aws-cdk-lib/aws-ecs-patterns';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Environment } from '../environments.ts';
import type { Database } from './database.ts';

const PORT = 8_787;

export interface ContainerProps {
  option: NonNullable<Environment['container']>;
  database: Database;
  logGroup: ILogGroup;
  settings: Record<string, string>;
}

/**
 * The same service in containers behind a load balancer, which answer requests by pooled connections and search on the readers of the
 * cluster. The functions stay: they do the jobs that the containers send, and answer at their own address.
 */
export class Container extends Construct implements iam.IGrantable {
  readonly grantPrincipal: iam.IPrincipal;
  readonly role: iam.IRole;
  readonly tasks: Construct;
  /** The target of a CNAME of the containers' name. */
  readonly domainTarget: string;
  readonly #container: ecs.ContainerDefinition | undefined;

  constructor(scope: Construct, id: string, { option, database, logGroup, settings }: ContainerProps) {
    super(scope, id);
    const { image, tasks, cpu, memoryMb, domain } = option;
    const cluster = new ecs.Cluster(this, 'Cluster', {
      vpc: database.network,
      containerInsightsV2: ecs.ContainerInsights.ENABLED,
    });
    const { service, loadBalancer, taskDefinition, targetGroup } = new ApplicationLoadBalancedFargateService(
      this,
      'Service',
      {
        cluster,
        desiredCount: tasks.least,
        minHealthyPercent: 100,
        cpu,
        memoryLimitMiB: memoryMb,
        runtimePlatform: {
          cpuArchitecture: ecs.CpuArchitecture.ARM64,
          operatingSystemFamily: ecs.OperatingSystemFamily.LINUX,
        },
        // Of their own address they reach queues and models; nothing but the load balancer reaches them.
        assignPublicIp: true,
        circuitBreaker: { rollback: true },
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        redirectHTTP: true,
        taskImageOptions: {
          image: ecs.ContainerImage.fromRegistry(image),
          containerPort: PORT,
          environment: {
            ...settings,
            AWS_REGION: Aws.REGION,
            PUBLIC_URL: `https://${domain.name}`,
            ...database.urls(),
          },
          secrets: { PGPASSWORD: ecs.Secret.fromSecretsManager(database.applicationSecret, 'password') },
          logDriver: ecs.LogDrivers.awsLogs({ logGroup, streamPrefix: 'container' }),
        },
      },
    );
    // A check has no key: it is well when the service itself refuses it.
    targetGroup.configureHealthCheck({
      path: '/api/v1/openapi.json',
      healthyHttpCodes: '401',
      interval: Duration.seconds(15),
    });
    targetGroup.setAttribute('deregistration_delay.timeout_seconds', '30');
    service
      .autoScaleTaskCount({ minCapacity: tasks.least, maxCapacity: tasks.most })
      .scaleOnCpuUtilization('Load', { targetUtilizationPercent: 60 });
    database.cluster.connections.allowDefaultPortFrom(service);
    this.tasks = service.node.findChild('Service');
    this.role = taskDefinition.taskRole;
    this.grantPrincipal = this.role;
    this.#container = taskDefinition.defaultContainer;
    this.domainTarget = loadBalancer.loadBalancerDnsName;
    acknowledge(loadBalancer, 'ELB2', 'The service writes a line for each request itself.');
    for (const group of loadBalancer.connections.securityGroups)
      acknowledge(group, 'EC23', 'Callers may be anywhere; the service checks the key of each.');
    acknowledge(taskDefinition, 'ECS2', 'Settings; the one secret among them comes from Secrets Manager.');
    if (taskDefinition.executionRole)
      acknowledge(
        taskDefinition.executionRole,
        'IAM5[Resource::*]',
        'ECR gives the right to log in to it on all resources alone.',
      );
  }

  addEnvironment(name: string, value: string): void {
    this.#container?.addEnvironment(name, value);
  }
}
