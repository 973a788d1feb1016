/** After so many days a signing key should be replaced (`keys rotate`): a year, the shortest cryptoperiod that NIST SP 800-57
 *  Part 1 (5.3.6) names for keys that sign. Doctor and the alert AtriumKeyDue go by it. */
export const SIGNING_KEY_DUE_DAYS = 365;

/** So many days before, doctor and the alert begin to ask for it. */
export const SIGNING_KEY_NOTICE_DAYS = 14;
