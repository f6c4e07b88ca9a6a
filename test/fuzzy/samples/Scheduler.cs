using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Example.Scheduling
{
    /// <summary>Runs jobs at fixed intervals.</summary>
    public sealed class Scheduler : IDisposable
    {
        private readonly Dictionary<string, Job> _jobs = new();
        private readonly CancellationTokenSource _stop = new();

        public int Count => _jobs.Count;

        public void Add(string name, TimeSpan interval, Func<Task> action)
        {
            if (interval <= TimeSpan.Zero)
            {
                throw new ArgumentOutOfRangeException(nameof(interval));
            }
            _jobs[name] = new Job(name, interval, action);
        }

        public bool Remove(string name)
        {
            return _jobs.Remove(name);
        }

        public async Task RunAsync()
        {
            while (!_stop.IsCancellationRequested)
            {
                var due = _jobs.Values
                    .Where(job => job.IsDue(DateTime.UtcNow))
                    .OrderBy(job => job.Name)
                    .ToList();
                foreach (var job in due)
                {
                    try
                    {
                        await job.Action();
                    }
                    catch (Exception error)
                    {
                        Console.Error.WriteLine($"{job.Name}: {error.Message}");
                    }
                    job.LastRun = DateTime.UtcNow;
                }
                await Task.Delay(TimeSpan.FromMilliseconds(250));
            }
        }

        public void Dispose()
        {
            _stop.Cancel();
            _stop.Dispose();
        }

        private sealed record Job(string Name, TimeSpan Interval, Func<Task> Action)
        {
            public DateTime LastRun { get; set; }

            public bool IsDue(DateTime now) => now - LastRun >= Interval;
        }
    }
}
