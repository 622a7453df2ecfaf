/**
 * Debian's WordPress with a MariaDB of its own, in a folder of its own: the machine's own are
 * neither used nor changed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPlugin } from '../../src/build/wordpress/packPlugin.ts';
import { freePort } from './freePort.ts';
import { isAnswered, until } from './until.ts';

const SOURCE = '/usr/share/wordpress';
const HOW_TO_GET =
	'No WordPress found: run `apt-get install -y wordpress wordpress-theme-twentytwentythree php-cli mariadb-server`.';

export interface WordPress {
	origin: string;
	/** The administrator, who is its first user. */
	admin: { name: string; password: string; email: string };
	/** Runs PHP in the site, with its active plugins, and answers what it prints. */
	run(code: string): string;
	/** Adds a plugin of one file that is always active; the answered function removes it. */
	addPlugin(code: string): () => void;
	/** Offers the language, as one that the owner has installed, and sets the site to it. */
	setLanguage(locale: string): void;
	/** Makes the site the first of a network of two, for good: afterwards only `run` reaches it. */
	becomeNetwork(): void;
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
	installPlugin(join(site, 'wp-content/plugins'));
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const configure = (more = '') =>
		writeFileSync(join(site, 'wp-config.php'), configuration(database.socket, origin, more));
	configure();
	const web = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site], {
		// While a page is generated, it requests others from this server.
		env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
		stdio: 'ignore',
		detached: true,
	});
	await until('WordPress answers', () => isAnswered(`${origin}/wp-admin/install.php`));
	const admin = { name: 'ada', password: 'a long password for tests', email: 'ada@shop.example' };
	await install(origin, admin);
	const run = (code: string) =>
		runPhp(`$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; require '${site}/wp-load.php'; ${code}`);
	return {
		origin,
		admin,
		run,
		addPlugin(code) {
			const folder = join(site, 'wp-content/mu-plugins');
			mkdirSync(folder, { recursive: true });
			writeFileSync(join(folder, 'added.php'), code);
			return () => rmSync(join(folder, 'added.php'));
		},
		setLanguage(locale) {
			const languages = join(site, 'wp-content/languages');
			mkdirSync(languages, { recursive: true });
			// WordPress offers the languages whose files it finds. Its own texts are in another
			// package, and stay English here.
			writeFileSync(join(languages, `${locale}.mo`), '');
			run(`update_option( 'WPLANG', '${locale}' );`);
		},
		becomeNetwork() {
			run(NETWORK.replace('DOMAIN', `127.0.0.1:${port}`));
			configure(`define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', '127.0.0.1:${port}' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
`);
			run(`wpmu_create_blog( '127.0.0.1:${port}', '/second/', 'Second', 1 );`);
		},
		async stop() {
			// Its workers are processes of their own.
			if (web.pid) process.kill(-web.pid);
			await database.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** As WordPress' own page does, which refuses an address with a port. */
const NETWORK = `
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) {
	$wpdb->$table = $name;
}
install_network();
populate_network( 1, 'DOMAIN', 'ada@shop.example', 'A network', '/', false );
`;

function runPhp(code: string): string {
	const { status, stdout, stderr } = spawnSync('php', ['-d', 'display_errors=stderr', '-r', code], {
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`PHP failed:\n${stderr}${stdout}`);
	return stdout;
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
function configuration(socket: string, origin: string, more: string): string {
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
${more}$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}
