/**
 * Asks the server at its public address, as browsers do, and compares what arrives there with what
 * was sent.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import { describeError } from '../base/describeError.ts';
import { PROXY_REPORT_PATH, ProxyReport, proxyReportToken } from '../base/proxyReport.ts';
import { readSecretKeys } from '../base/secretKey.ts';
import type { Settings } from '../base/settings.ts';
import type { Finding } from './finding.ts';

/** Milliseconds that the server has to answer. */
const PATIENCE = 10_000;
/** Milliseconds without an answer after which a body that was announced counts as taken. */
const ANNOUNCED = 2_000;
const ABOUT = 'public address';

export async function checkPublicAddress(settings: Settings): Promise<Finding[]> {
	const { PUBLIC_URL, HOST, PORT } = settings;
	if (PUBLIC_URL === undefined)
		return [
			{ state: 'warns', about: ABOUT, says: 'no PUBLIC_URL: mails and scripts get addresses of files without a host' },
		];
	try {
		const { report, date } = await ask(settings, PUBLIC_URL);
		const isDirect = [`http://${HOST}:${PORT}`, `http://localhost:${PORT}`].includes(PUBLIC_URL);
		const faults = isDirect ? [] : findFaults(report, new URL(PUBLIC_URL), settings);
		if (!(await acceptsWebSockets(PUBLIC_URL)))
			faults.push('WebSockets do not pass: the proxy has to pass the headers Upgrade and Connection on at /cable');
		if (!(await acceptsLargeBodies(PUBLIC_URL)))
			faults.push(
				'large files do not pass: the proxy has to let bodies of 40 MB through (nginx: client_max_body_size 0)',
			);
		if (Math.abs(date - Date.now()) > MINUTE) faults.push('its clock differs from this one: synchronise both by NTP');
		if (faults.length > 0) return faults.map((says) => ({ state: 'fails', about: ABOUT, says }));
		return [
			{
				state: 'works',
				about: ABOUT,
				says: `${PUBLIC_URL} leads here; this machine counts there as ${report.address}`,
			},
		];
	} catch (error) {
		return [
			{ state: 'fails', about: ABOUT, says: `${PUBLIC_URL} does not lead to this server (${describeError(error)})` },
		];
	}
}

async function ask(settings: Settings, publicUrl: string): Promise<{ report: ProxyReport; date: number }> {
	const answer = await fetch(`${publicUrl}${PROXY_REPORT_PATH}`, {
		headers: { Authorization: `Bearer ${proxyReportToken(readSecretKeys(settings))}`, api_access_token: 'doctor' },
		signal: AbortSignal.timeout(PATIENCE),
	}).catch((error: unknown) => {
		throw error instanceof Error && error.cause !== undefined ? error.cause : error;
	});
	const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ProxyReport), await answer.text());
	if (!result.success)
		throw new Error(
			`status ${answer.status}: is it running, and with the same key, DATA_DIR and version as this command?`,
		);
	return { report: result.output, date: Date.parse(answer.headers.get('date') ?? '') || Date.now() };
}

function findFaults(report: ProxyReport, { protocol, host }: URL, { TRUSTED_PROXIES }: Settings): string[] {
	const faults: string[] = [];
	if (report.forwarded === 'absent')
		faults.push('the proxy does not send X-Forwarded-For: all visitors count as one address, and share its limits');
	if (report.forwarded === 'untrusted')
		faults.push(
			`the proxy's address, ${report.address}, is not in TRUSTED_PROXIES (${TRUSTED_PROXIES.join(',')}): all visitors count as one address`,
		);
	if (`${report.protocol}:` !== protocol && report.forwarded !== 'untrusted')
		faults.push(`the proxy has to send X-Forwarded-Proto: ${protocol.slice(0, -1)} arrives as ${report.protocol}`);
	if (report.host !== host) faults.push(`the proxy has to keep the header Host: ${host} arrives as ${report.host}`);
	if (!report.has_underscores)
		faults.push(
			'headers with underscores do not pass, which scripts send (api_access_token): nginx needs "underscores_in_headers on"',
		);
	return faults;
}

/**
 * Whether a body as large as the largest file may come. It is only announced: who takes it waits
 * for it, or names another fault.
 */
function acceptsLargeBodies(publicUrl: string): Promise<boolean> {
	const request = publicUrl.startsWith('https:') ? requestHttps : requestHttp;
	const asked = request(`${publicUrl}/healthz`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': FILE_SIZE_MAX },
		timeout: ANNOUNCED,
	});
	asked.flushHeaders();
	return new Promise<boolean>((resolve) => {
		asked.on('response', ({ statusCode }) => resolve(statusCode !== 413));
		asked.on('timeout', () => resolve(true));
		asked.on('error', () => resolve(true));
	}).finally(() => asked.destroy());
}

function acceptsWebSockets(publicUrl: string): Promise<boolean> {
	const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/cable`, 'actioncable-v1-json', {
		handshakeTimeout: PATIENCE,
	});
	return new Promise((resolve) => {
		socket.on('open', () => {
			socket.terminate();
			resolve(true);
		});
		socket.on('error', () => resolve(false));
	});
}
