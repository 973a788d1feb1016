/** Age in days at which a signing key should be replaced (`keys rotate`): a year, the shortest cryptoperiod
 *  in NIST SP 800-57 Part 1 (5.3.6) for keys that sign. Doctor and the alert AtriumKeyDue use it. */
export const SIGNING_KEY_DUE_DAYS = 365;

/** Days before that age at which doctor and the alert start to remind. */
export const SIGNING_KEY_NOTICE_DAYS = 14;
