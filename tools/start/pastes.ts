/** Values of a demo that a paste needs. */
export interface PastedDemo {
  tenant_id: string;
  tenant_secret: string;
  client_id: string;
  client_secret: string;
  app_id: string;
  email: string;
  password: string;
}

/** Returns shell commands that call the management API: a machine token, and the tenant's users. */
export function managementPaste(baseUrl: string, demo: PastedDemo): string {
  return [
    ...tokenLines(baseUrl, demo),
    `  curl -s ${baseUrl}/api/v1/management/users -H "Authorization: Bearer $TOKEN"`,
  ].join("\n");
}

/** Returns shell commands for a whole direct login: password, the code from the local mailbox, session, and a
 *  user access token for the app. */
export function loginPaste(baseUrl: string, demo: PastedDemo): string {
  const { email, password, app_id: app } = demo;
  const body = (fields: string) => `"{${fields.replaceAll('"', '\\"')}}"`;
  return [
    "  atrium() {",
    `    path=$1; shift; curl -s ${baseUrl}/api/v1/auth/$path -H 'Authorization: Bearer ${demo.tenant_secret}' \\`,
    `      -H 'x-tenant-id: ${demo.tenant_id}' -H 'Content-Type: application/json' "$@"`,
    "  }",
    `  of() { sed 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/'; }`,
    `  codes() { curl -s ${baseUrl}/dev/mailbox/messages.json | grep -o '"subject":"[0-9]\\{6\\}'; }`,
    "  SEEN=$(codes | wc -l)",
    `  CHALLENGE=$(atrium login/preflight -d '${JSON.stringify({ email, password })}' | of token)`,
    '  until [ "$(codes | wc -l)" -gt "$SEEN" ]; do sleep 1; done',
    "  CODE=$(codes | head -n 1 | grep -o '[0-9]*$')",
    '  GRANT=$(atrium login/verify-otp -H "x-login-challenge: $CHALLENGE" \\',
    `    -d ${body(`"email":"${email}","code":"$CODE"`)} | of grant)`,
    `  SESSION=$(atrium session/exchange -d ${body(`"grant":"$GRANT","app_id":"${app}"`)})`,
    '  ID=$(echo "$SESSION" | of session_id); ACTIVITY=$(echo "$SESSION" | of session_activity_token)',
    ...tokenLines(baseUrl, demo),
    `  curl -s ${baseUrl}/api/v1/auth/token -H "Authorization: Bearer $TOKEN" \\`,
    `    -H "x-session-activity: $ACTIVITY" -H 'Content-Type: application/json' \\`,
    `    -d ${body(`"session_id":"$ID","app_id":"${app}"`)}`,
  ].join("\n");
}

function tokenLines(baseUrl: string, demo: PastedDemo): string[] {
  return [
    `  TOKEN=$(curl -s ${baseUrl}/oauth/token -u '${demo.client_id}:${demo.client_secret}' \\`,
    `    -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ];
}
