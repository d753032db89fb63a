import { isNoReference, textOf } from './matched-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** Numbers and groups of letters that open an account: codes for one use, PINs, licenses, passwords that a service drew for one app. */
export const ACCOUNT_CODES: readonly SecretRule[] = [
  {
    id: 'one-time-code',
    anchors: [
      'OTP',
      'otp',
      '2FA code',
      '2fa code',
      'MFA code',
      'erification code',
      'ecurity code',
      'one-time code',
      'pin is ',
      'PIN is ',
      'in: ',
      'asscode is ',
      'oor code',
    ],
    contextual: true,
    pattern:
      /(?:(?<![A-Za-z])(?:OTP|otp|[2M]FA|2fa)(?: code)?|erification code|ecurity code|one-time code|(?<=[Tt]he |my |[Aa] )(?:pin|PIN)|(?<=[pP])in|asscode|oor code)(?: is|:|=)? {0,2}(?<value>\d{3}[ -]?\d{3,5}|\d{4}(?:-\d{4})?|[A-Z]-\d{6})(?![\w.-])/,
    accepts: isNoReference,
  },
  {
    id: 'one-time-code',
    anchors: [
      'ecovery code',
      'ackup code',
      'icense key: ',
      'icense Key: ',
      'roduct key: ',
      'roduct Key: ',
      'ctivation code: ',
      'ctivation key: ',
      'erial: ',
      'ecovery key: ',
    ],
    contextual: true,
    pattern:
      /(?:ecovery|ackup|icense|roduct|ctivation|erial)(?: [Cc]odes?| [Kk]ey)?:? (?:is )?["'\x60]?(?<value>[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,7})(?![\w-])/,
    accepts: (match) => /\d/.test(textOf(match)) && !/^\d+-\d+$/.test(textOf(match)),
  },
  {
    id: 'app-password',
    anchors: [
      'pp password',
      'pplication password',
      'pp-password',
      'pp Password',
      'pplication Password',
      'pp-specific password',
      'pplication-specific password',
    ],
    contextual: true,
    pattern:
      /pp(?:lication)?(?:[ -]specific)?[ -][Pp]assword[^\n:]{0,60}?(?::| is| →)\s{1,4}["'\x60*]{0,3}(?<value>[a-z]{4}(?: [a-z]{4}){3}|[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5}|[a-z]{4}(?:-[a-z]{4}){3})(?![\w])/,
  },
];
