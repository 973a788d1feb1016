import { createHash, randomBytes, randomUUID } from "node:crypto";
import { hiddenFields, Jar } from "./browser";
import type { Answer, Fleet, Sent } from "./fleet";
import type { People } from "./people";
import { BASE_URL } from "./settings";

/** Work that the service acknowledged: it must be there afterwards. */
export interface Acknowledged {
  users: Map<string, string>;
  sessions: Set<string>;
  tokens: number;
}

/** One journey of a user of the service; a load repeats it. Throws on a wrong answer. */
export type Journey = () => Promise<void>;

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** Requests of the clients of one installation. They throw on a wrong answer. */
export class Client {
  #machine: Promise<string> | undefined;

  constructor(
    private readonly fleet: Fleet,
    private readonly place: People,
    private readonly done: Acknowledged,
  ) {}

  async machineToken(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret } = this.place.tenant;
    const body = await this.#token({ grant_type: "client_credentials", client_id, client_secret });
    this.done.tokens += 1;
    return String(body.access_token);
  }

  async directLogin({ email, password }: People["people"][number]): Promise<void> {
    const { grant } = await this.#auth("login/preflight", { email, password });
    const session = await this.#auth("session/exchange", { grant });
    const id = String(session.session_id);
    this.done.sessions.add(id);
    await this.#me(String(session.session_activity_token));
    await this.requireValid(id);
    await this.#machinePost("/api/v1/auth/token", { session_id: id, app_id: this.place.appId });
  }

  /** Uses an existing session again and again. */
  staying({ sessionId, activityToken }: People["people"][number]): Journey {
    let token = activityToken;
    return async () => {
      token = await this.#me(token);
      await this.requireValid(sessionId);
    };
  }

  async requireValid(sessionId: string): Promise<void> {
    const answer = await this.#machinePost("/api/v1/auth/session/validate", {
      session_id: sessionId,
    });
    if (answer.valid !== true)
      throw new Error(`session ${sessionId} is not valid: ${answer.reason}`);
  }

  async hostedLogin(person: People["people"][number]): Promise<void> {
    const tokens = await this.#codeFlow(person);
    await this.#expect(200, {
      path: "/oauth/userinfo",
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
  }

  /** Uses up and replaces a refresh token again and again. */
  refreshing(person: People["people"][number]): Journey {
    let token: string | undefined;
    return async () => {
      if (!token) {
        token = String((await this.#codeFlow(person)).refresh_token);
        return;
      }
      const body = await this.#token({
        grant_type: "refresh_token",
        refresh_token: token,
        ...this.#party,
      });
      token = String(body.refresh_token);
    };
  }

  async newUser(): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    const sent = { path: "/api/v1/management/users", body: { email, send_onboarding: true } };
    const made = await this.#machinePost(sent.path, sent.body, 201);
    this.done.users.set(String(made.id), email);
  }

  async list(): Promise<void> {
    const known = [...this.done.users.keys()];
    const listed = new Set(await this.userIds());
    const missing = known.filter((id) => !listed.has(id));
    if (missing.length > 0) throw new Error(`${missing.length} users are not in the list`);
  }

  async userIds(): Promise<string[]> {
    const headers = { authorization: `Bearer ${await this.#credential()}` };
    const answer = await this.#expect(200, { path: "/api/v1/management/users", headers });
    return JSON.parse(answer.body).users.map(({ id }: { id: string }) => id);
  }

  get #party() {
    const { clientId: client_id, clientSecret: client_secret } = this.place.relyingParty;
    return { client_id, client_secret };
  }

  /** Runs a relying party's code flow: the request, the page, its form, the code, the tokens. Each step may
   *  reach another server. */
  async #codeFlow(person: People["people"][number]): Promise<Record<string, unknown>> {
    return this.#token(await this.code(person));
  }

  /** Like a code flow, up to the code.
   *  @returns the token request that redeems it */
  async code({ email, password }: People["people"][number]): Promise<Record<string, string>> {
    const verifier = randomBytes(32).toString("base64url");
    const browser = new Jar();
    const start = new URL(this.place.authorizePath, BASE_URL);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    start.searchParams.set("code_challenge", challenge);
    let at = await this.#follow(browser, { path: start.pathname + start.search });
    const page = await this.#visit(browser, { path: at.pathname + at.search });
    const body = new URLSearchParams({ ...hiddenFields(page.body), email, password }).toString();
    const headers = { ...FORM_TYPE, origin: BASE_URL };
    at = await this.#follow(browser, {
      method: "POST",
      path: at.pathname + at.search,
      headers,
      body,
    });
    for (let steps = 0; at.origin === new URL(BASE_URL).origin; steps += 1) {
      if (steps > 6) throw new Error(`The sign-in goes in circles at ${at.pathname}`);
      at = await this.#follow(browser, { path: at.pathname + at.search });
    }
    const { redirectUri: redirect_uri } = this.place.relyingParty;
    const code = at.searchParams.get("code") ?? "";
    const fields = {
      grant_type: "authorization_code",
      code,
      redirect_uri,
      code_verifier: verifier,
    };
    return { ...fields, ...this.#party };
  }

  /** Returns a grant of a direct login, which one exchange uses up. */
  async grant({ email, password }: People["people"][number]): Promise<string> {
    return String((await this.#auth("login/preflight", { email, password })).grant);
  }

  /** Returns the target of an answer: of a redirect, or of the link on a page without a question. */
  async #follow(browser: Jar, sent: Sent): Promise<URL> {
    const { headers, status, body } = await this.#visit(browser, sent);
    const link = /href="(\/oauth\/authorize\/[^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
    const to = headers.location ?? link;
    if (!to) throw new Error(`${pathOf(sent)} led nowhere: ${status}`);
    return new URL(to, BASE_URL);
  }

  async #visit(browser: Jar, sent: Sent): Promise<Answer> {
    const answer = await this.fleet.send({
      ...sent,
      headers: { ...sent.headers, ...browser.header() },
    });
    if (answer.status >= 400) throw new Error(`${pathOf(sent)}: ${answer.status}`);
    browser.keep(answer.headers["set-cookie"] ?? []);
    return answer;
  }

  /** Returns a machine token, fetched once: it lives longer than the load. */
  #credential(): Promise<string> {
    this.#machine ??= this.machineToken();
    return this.#machine;
  }

  async #me(activityToken: string): Promise<string> {
    const headers = { ...this.place.tenantHeaders, "x-session-activity": activityToken };
    const { body } = await this.#expect(200, { path: "/api/v1/auth/me", headers });
    return String(JSON.parse(body).session_activity_token ?? activityToken);
  }

  #auth(path: string, body: object): Promise<Record<string, unknown>> {
    return this.#post(`/api/v1/auth/${path}`, body, this.place.tenantHeaders);
  }

  async #machinePost(path: string, body: object, status = 200) {
    return this.#post(path, body, { authorization: `Bearer ${await this.#credential()}` }, status);
  }

  async #post(path: string, body: object, headers: Record<string, string>, status = 200) {
    const sent = { path, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
    const answer = await this.#expect(status, { method: "POST", ...sent });
    return JSON.parse(answer.body) as Record<string, unknown>;
  }

  async #token(fields: Record<string, string>): Promise<Record<string, unknown>> {
    const body = new URLSearchParams(fields).toString();
    const sent = { method: "POST" as const, path: "/oauth/token", headers: FORM_TYPE, body };
    return JSON.parse((await this.#expect(200, sent)).body);
  }

  async #expect(status: number, sent: Sent): Promise<Answer> {
    const answer = await this.fleet.send(sent);
    if (answer.status === status) return answer;
    throw new Error(`${pathOf(sent)}: ${answer.status} ${answer.body.slice(0, 300)}`);
  }
}

/** Returns a path without its query, which may have secrets. */
const pathOf = ({ path }: Sent) => path.split("?")[0] ?? "";
