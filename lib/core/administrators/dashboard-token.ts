/** What the dashboard keeps of a sign-in: whose it is, and the session of the service behind it, which is
 *  looked up on every page, so that ending it there ends it here. */
export interface DashboardToken {
  userId: string;
  sid: string;
}
