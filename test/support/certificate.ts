import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
	key: string;
	cert: string;
	/**
	 * Chromium's start option to trust this certificate completely, so that its cache works too.
	 */
	chromiumOption: string;
}

/** A self-signed certificate for localhost and 127.0.0.1, for this run only. Needs `openssl`. */
export function makeCertificate(): Certificate {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-certificate-'));
	try {
		const [keyFile, certFile] = [join(folder, 'key'), join(folder, 'cert')];
		const request = [
			'req',
			'-x509',
			'-newkey',
			'ec',
			'-pkeyopt',
			'ec_paramgen_curve:prime256v1',
			'-nodes',
			'-days',
			'2',
		];
		const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
		execFileSync('openssl', [...request, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
		const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
		const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
		const hash = createHash('sha256').update(publicKey).digest('base64');
		return { key, cert, chromiumOption: `--ignore-certificate-errors-spki-list=${hash}` };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
