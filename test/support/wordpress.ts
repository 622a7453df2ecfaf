/** Debian's WordPress with a MariaDB of its own, in a folder of its own: the machine's own are neither used nor changed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/build/root.ts';
import { freePort } from './freePort.ts';
import { isAnswered, until } from './until.ts';

const SOURCE = '/usr/share/wordpress';
const HOW_TO_GET =
	'No WordPress found: run `apt-get install -y wordpress wordpress-theme-twentytwentythree php-cli mariadb-server`.';

export interface WordPress {
	origin: string;
	/** The administrator, who is its first user. */
	admin: { name: string; password: string; email: string };
	stop(): Promise<void>;
}

/** Starts WordPress, installed, with the plugin of `demo/cms/wordpress` copied but not active. */
export async function startWordPress(): Promise<WordPress> {
	if (!existsSync(SOURCE)) throw new Error(HOW_TO_GET);
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-wordpress-'));
	// The database may run as another user.
	chmodSync(folder, 0o755);
	const database = await startDatabase(join(folder, 'db'));
	const site = join(folder, 'site');
	cpSync(SOURCE, site, { recursive: true, dereference: true });
	symlinkSync(`${ROOT}/demo/cms/wordpress`, join(site, 'wp-content/plugins/live-chat-widget'));
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	writeFileSync(join(site, 'wp-config.php'), configuration(database.socket, origin));
	const web = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site], {
		// While a page is generated, it requests others from this server.
		env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
		stdio: 'ignore',
		detached: true,
	});
	await until('WordPress answers', () => isAnswered(`${origin}/wp-admin/install.php`));
	const admin = { name: 'ada', password: 'a long password for tests', email: 'ada@shop.example' };
	await install(origin, admin);
	return {
		origin,
		admin,
		async stop() {
			// Its workers are processes of their own.
			if (web.pid) process.kill(-web.pid);
			await database.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function install(origin: string, { name, password, email }: WordPress['admin']): Promise<void> {
	const response = await fetch(`${origin}/wp-admin/install.php?step=2`, {
		method: 'POST',
		body: new URLSearchParams({
			weblog_title: 'A shop',
			user_name: name,
			admin_password: password,
			admin_password2: password,
			admin_email: email,
			blog_public: '0',
		}),
	});
	const says = await response.text();
	if (!says.includes('wp-login.php')) throw new Error(`WordPress was not installed:\n${says}`);
}

async function startDatabase(folder: string): Promise<{ socket: string; stop: () => Promise<void> }> {
	const isRoot = process.getuid?.() === 0;
	// MariaDB refuses to run as root.
	const user = isRoot ? ['--user=mysql'] : [];
	const made = spawnSync(
		'mariadb-install-db',
		[`--datadir=${folder}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user],
		{ encoding: 'utf8' },
	);
	if (made.status !== 0) throw new Error(`${HOW_TO_GET}\n${made.stderr}`);
	const socket = join(folder, 'socket');
	const server: ChildProcess = spawn(
		isRoot ? '/usr/sbin/mariadbd' : 'mariadbd',
		['--no-defaults', `--datadir=${folder}`, `--socket=${socket}`, '--skip-networking', ...user],
		{ stdio: 'ignore' },
	);
	const query = ['--no-defaults', `--socket=${socket}`, '--user=root', '--execute=create database if not exists site'];
	await until('MariaDB answers', () => spawnSync('mariadb', query).status === 0);
	return {
		socket,
		async stop() {
			const ended = once(server, 'exit');
			server.kill();
			await ended;
		},
	};
}

/** Debian's own file looks for its configuration by the host's name. */
function configuration(socket: string, origin: string): string {
	return `<?php
define( 'DB_NAME', 'site' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', '${origin}' );
define( 'WP_SITEURL', '${origin}' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}
