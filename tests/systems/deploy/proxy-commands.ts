import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documented } from "@/tests/support/documented";
import { freePort } from "@/tools/postgres/free-port";
import { makeCertificates } from "../harness/certificates";
import { aFolder, aShell } from "../harness/ends";
import { nginxConf } from "../harness/proxies";
import { holds } from "../harness/system";

const NAME = "id.example.com";

/** Runs the page's commands that install the shipped configurations of nginx and Caddy. Values that a person
 *  adapts (the certificate, the ports of this machine) are replaced on the way.
 *  @param nginx the program, or "" without one; the same for Caddy */
export async function typedProxies(nginx: string, caddy: string): Promise<void> {
  const folder = aFolder("proxies");
  mkdirSync(join(folder, "conf.d"));
  // Each has its own, so that neither answers for the other.
  const [first, second] = [await ports(), await ports()];
  makeCertificates(folder, NAME);
  // An existing server without any site.
  writeFileSync(join(folder, "nginx.conf"), nginxConf(folder, `${folder}/conf.d/*.conf`));
  const own = { nginx: NGINX.replace("PROGRAM", nginx), caddy: CADDY.replace("PROGRAM", caddy) };
  const shell = aShell({ FOLDER: folder }, own);
  const [reload = "", run = ""] = documented("docs/DEPLOYING.md", "cp deploy/nginx", {
    "/etc/nginx": folder,
    "https://id.example.com": `https://${NAME}:${second.TLS}`,
  }).split("\n");
  if (nginx) {
    await shell.run(`nginx\n${reload}\n${ANSWERS}\nnginx -s quit`, first);
    holds("nginx takes the configuration up by the page's command, and answers");
  }
  if (caddy) {
    await shell.run(`${run} &\n${ANSWERS}\nkill $!\nwait $! || true`, second);
    holds("Caddy runs by the page's command, and answers");
  }
}

const ports = async () => ({ TLS: String(await freePort()), PLAIN: String(await freePort()) });

/** Waits until the proxy answers the one path that needs no service behind it: metrics are closed to the
 *  outside. */
const ANSWERS = `for try in $(seq 100); do
  status=$(curl --silent --output /dev/null --write-out '%{http_code}' --cacert "$FOLDER/authority.pem" \\
    --resolve "${NAME}:$TLS:127.0.0.1" "https://${NAME}:$TLS/metrics" || true)
  [ "$status" = 404 ] && break
  sleep 0.1
done
[ "$status" = 404 ]`;

const NGINX = `[ -f "$FOLDER/conf.d/atrium.conf" ] && sed -i -E -e "s/listen 443 /listen 127.0.0.1:$TLS /" \\
  -e "s/listen 80;/listen 127.0.0.1:$PLAIN;/" -e '/listen \\[::\\]/d' \\
  -e "s#/etc/letsencrypt/live/${NAME}/fullchain.pem#$FOLDER/site.pem#" \\
  -e "s#/etc/letsencrypt/live/${NAME}/privkey.pem#$FOLDER/site.key#" -e "s#/var/log/nginx#$FOLDER#" \\
  "$FOLDER/conf.d/atrium.conf"
exec PROGRAM -p "$FOLDER" -c "$FOLDER/nginx.conf" -e "$FOLDER/errors" "$@"`;

const CADDY = `[ "$1 $2" = "run --config" ] || exit 2
sed -E -e "s/^\\{\\$/{\\n\\tadmin off\\n\\tskip_install_trust\\n\\thttp_port $PLAIN\\n\\tdefault_bind 127.0.0.1/" \\
  -e "s#^(\\{\\\\\\$ATRIUM_BASE_URL\\}) \\{\\$#\\1 {\\n\\ttls $FOLDER/site.pem $FOLDER/site.key#" "$3" > "$FOLDER/Caddyfile"
export XDG_DATA_HOME="$FOLDER" XDG_CONFIG_HOME="$FOLDER"
exec PROGRAM run --config "$FOLDER/Caddyfile" 2> "$FOLDER/caddy.log"`;
