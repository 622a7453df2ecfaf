# A client of /cable in Ruby: the protocol's words are those of Debian's ruby-actioncable, which has the server's half alone, and
# the frames those of the library that it uses itself.
#
# `ruby cableClient.rb ws://127.0.0.1:3000/cable '{"channel":"RoomChannel",…}'` subscribes, prints each frame that is no ping as a
# line of JSON, and performs each line of its input as an action.
require 'action_cable'
require 'socket'
require 'uri'
require 'websocket/driver'

class CableClient
	WORDS = ActionCable::INTERNAL

	attr_reader :url

	def initialize(url, identifier)
		@url = url
		@identifier = identifier
		address = URI(url)
		@socket = TCPSocket.new(address.host, address.port)
		@driver = WebSocket::Driver.client(self, protocols: WORDS[:protocols])
		@driver.on(:message) { |frame| receive(ActiveSupport::JSON.decode(frame.data)) }
		@driver.on(:close) { exit }
		@driver.start
	end

	# The driver calls it.
	def write(bytes)
		@socket.write(bytes)
	end

	def run
		loop do
			readable, = IO.select([@socket, $stdin])
			@driver.parse(@socket.readpartial(4096)) if readable.include?(@socket)
			perform($stdin.readline.chomp) if readable.include?($stdin)
		end
	rescue EOFError
		exit
	end

	private

	def receive(frame)
		case frame['type']
		when WORDS[:message_types][:welcome] then command('subscribe')
		when WORDS[:message_types][:ping] then nil
		else puts ActiveSupport::JSON.encode(frame)
		end
	end

	def perform(action)
		command('message', data: ActiveSupport::JSON.encode(action: action))
	end

	def command(name, more = {})
		@driver.text(ActiveSupport::JSON.encode(command: name, identifier: @identifier, **more))
	end
end

$stdout.sync = true
CableClient.new(*ARGV).run
