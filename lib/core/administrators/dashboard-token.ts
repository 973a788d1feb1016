/** Contents of the dashboard's token of a sign-in: its user, and the platform session behind it. The
 *  session is looked up on every page, so that ending it there ends it here. */
export interface DashboardToken {
  userId: string;
  sid: string;
}
