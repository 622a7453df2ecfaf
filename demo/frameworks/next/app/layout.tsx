import type { ReactNode } from 'react';
import { Chat } from './Chat';

export const metadata = { title: 'Halden Stoneware', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="en">
			<body>
				{children}
				<Chat />
			</body>
		</html>
	);
}
