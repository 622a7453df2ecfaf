import { readFileSync } from 'node:fs';

/**
 * Kilobytes of memory that a process has; undefined where the system does not tell it, or the
 * process has ended.
 */
export function residentMemory(pid: number): number | undefined {
	try {
		const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return Number(kilobytes);
	} catch {
		return undefined;
	}
}
