/** A fence's info: its language, `file=…`, and `install` or `start`. */
const FENCE = /^```(\w+)([^\n]*)\n(.*?)^```$/gms;

/** Parses a page of docs/quickstarts: the registration, the files, and the commands.
 *  @param {string} id the file's name
 *  @param {string} text
 *  @throws Error for a page that lacks a part */
export function parseQuickstart(id, text) {
  const row = (/** @type {string} */ name) => {
    const found = new RegExp(`^\\| ${name} \\| (.*?) \\|$`, "m").exec(text)?.[1];
    if (!found) throw new Error(`${id}.md has no row ${name}`);
    return found;
  };
  const address = (/** @type {string} */ name) => /^`(.*)`$/.exec(row(name))?.[1] ?? null;
  const blocks = [...text.matchAll(FENCE)].map(([, language = "", info = "", code = ""]) => ({
    language,
    info: info.trim(),
    code: code.trimEnd(),
  }));
  const files = blocks.flatMap(({ language, info, code }) => {
    const name = /^file=(\S+)$/.exec(info)?.[1];
    return name ? [{ name, language, code }] : [];
  });
  const commands = (/** @type {string} */ kind) =>
    blocks.filter(({ info }) => info === kind).map(({ code }) => code);
  const [[install, more], [start, another]] = [commands("install"), commands("start")];
  const type = row("Type");
  const redirectUri = address("Redirect URI");
  if (!install || more || !start || another || files.length === 0)
    throw new Error(`${id}.md needs files, one install and one start`);
  if (!redirectUri || (type !== "confidential" && type !== "public"))
    throw new Error(`${id}.md says no type or no redirect URI`);
  const profile = /^\| Profile \| `fapi2` \|$/m.test(text) ? "fapi2" : "standard";
  const other = blocks.find(({ info }) => !/^(file=\S+|install|start)$/.test(info));
  if (other) throw new Error(`${id}.md has a block that nothing runs: ${other.code}`);
  return {
    id,
    title: /^# (.*)$/m.exec(text)?.[1] ?? id,
    type,
    profile,
    redirectUri,
    postLogoutRedirectUri: address("Post-logout redirect URI"),
    backchannelLogoutUri: address("Back-channel logout URI"),
    files,
    install,
    start,
  };
}
