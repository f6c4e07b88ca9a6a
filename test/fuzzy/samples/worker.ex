defmodule Example.Worker do
  @moduledoc """
  Processes jobs of a queue, one at a time.
  """

  use GenServer
  require Logger

  @retry_after 5_000
  @max_attempts 3

  defstruct queue: :queue.new(), active: nil, attempts: %{}

  def start_link(options \\ []) do
    GenServer.start_link(__MODULE__, %__MODULE__{}, options)
  end

  def submit(server, job) do
    GenServer.cast(server, {:submit, job})
  end

  @impl true
  def init(state) do
    {:ok, state}
  end

  @impl true
  def handle_cast({:submit, job}, state) do
    queue = :queue.in(job, state.queue)
    {:noreply, next(%{state | queue: queue})}
  end

  @impl true
  def handle_info({:done, job}, state) do
    Logger.info("job #{job.id} is done")
    {:noreply, next(%{state | active: nil})}
  end

  def handle_info({:failed, job, reason}, state) do
    attempts = Map.update(state.attempts, job.id, 1, &(&1 + 1))

    if attempts[job.id] < @max_attempts do
      Process.send_after(self(), {:submit, job}, @retry_after)
    else
      Logger.error("job #{job.id} failed: #{inspect(reason)}") # given up
    end

    {:noreply, next(%{state | active: nil, attempts: attempts})}
  end

  defp next(%{active: nil} = state) do
    case :queue.out(state.queue) do
      {{:value, job}, rest} -> start(job, %{state | queue: rest, active: job})
      {:empty, _} -> state
    end
  end

  defp next(state), do: state

  defp start(job, state) do
    parent = self()
    spawn(fn -> send(parent, job.run.()) end)
    state
  end
end
