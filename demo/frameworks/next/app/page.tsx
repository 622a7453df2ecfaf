export default function Page() {
	return <h1>Halden Stoneware</h1>;
}
