import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';

/** The gateway takes a certificate of its own Region, once it is issued, for a name that is in it. */
export const certificate: DoctorCheck = {
  name: 'certificate of the domain',
  permission: 'acm:DescribeCertificate',
  async run({ acm, environment: { region, domain } }) {
    if (!domain) return 'none is asked for';
    const { name, certificateArn } = domain;
    const [, , , place = ''] = certificateArn.split(':');
    if (place !== region)
      throw new Unfit(
        `The certificate is of ${place}, and the API of ${region}.`,
        `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}, and its ARN into infra/environments.ts`,
      );
    const { Certificate } = await acm.send(
      new DescribeCertificateCommand({ CertificateArn: certificateArn }),
    );
    if (Certificate?.Status !== 'ISSUED')
      throw new Unfit(
        `The certificate is ${Certificate?.Status ?? 'not there'}, not ISSUED.`,
        `Add the CNAME that aws acm describe-certificate --certificate-arn ${certificateArn} --region ${region} shows to the domain's DNS, and wait.`,
      );
    const names = [Certificate.DomainName ?? '', ...(Certificate.SubjectAlternativeNames ?? [])];
    // A wildcard stands for one label.
    if (!names.some((each) => each === name || each === `*${name.slice(name.indexOf('.'))}`))
      throw new Unfit(
        `The certificate is of ${names.join(', ')}, and not of ${name}.`,
        `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}`,
      );
    return `of ${name}, issued`;
  },
};
