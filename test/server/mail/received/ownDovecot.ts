/** A Dovecot of the test's own, on a free port, with one mailbox. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/freePort.ts';
import { until } from '../../../support/until.ts';

export interface OwnDovecot {
	/** Of `IMAP_URL`. */
	url: string;
	/** Lets a mail arrive, as a mail server does. */
	deliver(mail: string): void;
	/** The flags of each mail, such as `S` (seen) and `F` (flagged), in the order of arrival. */
	flags(): string[];
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

export async function startOwnDovecot(): Promise<OwnDovecot> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-dovecot-'));
	chmodSync(folder, 0o755);
	const { uid: own, gid: ownGroup, username } = userInfo();
	const isRoot = own === 0;
	// Debian's user `mail`: root may own no mailbox.
	const [uid, gid] = isRoot ? [8, 8] : [own, ownGroup];
	const maildir = join(folder, 'maildir');
	for (const name of ['', 'new', 'cur', 'tmp']) {
		mkdirSync(join(maildir, name), { recursive: true });
		if (isRoot) chownSync(join(maildir, name), uid, gid);
	}
	// As root it runs as the users that Debian's package makes; otherwise all of it as this user.
	const users = isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}`;
	writeFileSync(join(folder, 'users'), `reply@kiln.example:{PLAIN}secret:${uid}:${gid}::${folder}\n`);
	writeFileSync(
		join(folder, 'dovecot.conf'),
		`base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 0
mail_location = maildir:${maildir}
mail_max_userip_connections = 100
${users}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
`,
	);
	let server: ChildProcess | undefined;
	let count = 0;
	const flagsOf = (name: string) => /:2,(\w*)$/.exec(name)?.[1] ?? '';
	const dovecot = {
		url: `imap://reply%40kiln.example:secret@127.0.0.1:${port}/INBOX`,
		deliver(mail: string) {
			writeFileSync(join(maildir, 'new', `${String(count++).padStart(4, '0')}.test.host`), mail, 'latin1');
		},
		flags: () =>
			['new', 'cur']
				.flatMap((name) => readdirSync(join(maildir, name)))
				.toSorted()
				.map(flagsOf),
		async kill() {
			if (!server || server.exitCode !== null) return;
			server.kill('SIGTERM');
			await once(server, 'exit');
		},
		async start() {
			server = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
			server.on('error', () => undefined);
			await until('Dovecot', async () => {
				const socket = connect(port, '127.0.0.1');
				try {
					await once(socket, 'data');
					return true;
				} catch {
					return undefined;
				} finally {
					socket.destroy();
				}
			});
		},
		async stop() {
			await dovecot.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	await dovecot.start();
	return dovecot;
}
